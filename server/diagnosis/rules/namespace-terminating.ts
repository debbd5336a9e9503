import { namespaces } from '../../kinds/namespaces/kind.ts'
import { findingsOfApis } from '../aggregated-apis.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'

const WAIT_MS = 120_000
/** The finalizer of the namespace controller itself. */
const OWN = 'kubernetes'

/** An API group does not answer, so that it is not known which of its objects are left. */
const UNDISCOVERED = 'NamespaceDeletionDiscoveryFailure'
/** The conditions that say what is left. Source: k8s.io/kubernetes/pkg/controller/namespace/deletion. */
const HINDRANCES: ReadonlySet<string> = new Set([
  UNDISCOVERED,
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
])

export const namespaceTerminating = defineRule({
  id: 'namespace-terminating',
  on: namespaces,
  severity: 'warning',
  description: 'A namespace has been terminating for two minutes.',
  find: (namespace, facts) => {
    const { metadata, spec, status } = namespace
    if (!metadata.deletionTimestamp || !facts.elapsed(metadata.deletionTimestamp, WAIT_MS)) return undefined
    const conditions = (status?.conditions ?? []).filter(
      (one) => one.status === 'True' && HINDRANCES.has(one.type),
    )
    const finalizers = [
      ...(spec?.finalizers ?? []).filter((one) => one !== OWN),
      ...(metadata.finalizers ?? []),
    ]
    const words = [
      ...conditions.map(({ message = '' }) => message),
      ...(finalizers.length > 0 ? [`finalizers of the namespace: ${finalizers.join(', ')}`] : []),
    ]
    return {
      title: 'namespace does not terminate',
      message: `The namespace has been terminating since ${metadata.deletionTimestamp}. ${words.join('; ')}`,
      evidence: [
        fieldEvidence(namespaces, namespace, 'metadata.deletionTimestamp', metadata.deletionTimestamp),
        ...conditions.map((one) => conditionEvidence(namespaces, namespace, one)),
      ],
      hint: 'Find the objects that are left, and mend or start the controllers of their finalizers; a missing API group needs its APIService mended or deleted.',
      since: metadata.deletionTimestamp,
      confidence: 0.95,
      causes: conditions
        .filter(({ type }) => type === UNDISCOVERED)
        .flatMap(({ message = '' }) =>
          findingsOfApis(facts, (group, version) => message.includes(`${group}/${version}`)),
        ),
    }
  },
})
