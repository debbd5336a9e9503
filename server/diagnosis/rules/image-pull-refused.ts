import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { secrets } from '../../kinds/secrets/kind.ts'
import { definePodRule } from '../define-pod-rule.ts'
import { nameOfContainer } from '../ended-containers.ts'
import { fieldEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { failedPull } from '../image-pull.ts'

/** Types of Secrets that the kubelet takes credentials from. Source: k8s.io/kubernetes/pkg/credentialprovider/secrets, MakeDockerKeyring. */
const PULL_SECRETS: ReadonlySet<string> = new Set([
  'kubernetes.io/dockerconfigjson',
  'kubernetes.io/dockercfg',
])

export const imagePullRefused = definePodRule({
  id: 'image-pull-refused',
  severity: 'critical',
  description: 'A registry refuses to give an image to the kubelet.',
  find: (pod, facts) => {
    const pull = failedPull(pod, 'refused', facts)
    if (pull === undefined) return undefined
    const { container, image, evidence } = pull
    const names = (pod.spec?.imagePullSecrets ?? []).flatMap(({ name }) => name ?? [])
    const { text, hint } = credentials(pod, names, facts)
    return {
      title: `registry refuses image ${image}`,
      message: `${nameOfContainer(container)} cannot start: the registry refuses image ${image}. ${text}`,
      evidence: [
        ...evidence,
        ...(names.length === 0 ? [] : [fieldEvidence(pods, pod, 'spec.imagePullSecrets', names.join(', '))]),
      ],
      hint,
      since: pod.metadata.creationTimestamp,
      confidence: 0.95,
      group: image,
    }
  },
})

/** Returns what is known about the credentials of a Pod for registries, and the next step. */
function credentials(pod: Pod, names: readonly string[], facts: Facts): { text: string; hint: string } {
  if (names.length === 0)
    return {
      text: 'The Pod names no pull secret.',
      hint: 'Name a Secret with credentials of the registry in imagePullSecrets of the Pod or its ServiceAccount.',
    }
  const found = facts.optional(() =>
    names.map((name) => ({ name, secret: facts.get(secrets, name, pod.metadata.namespace) })),
  )
  if (found === undefined)
    return {
      text: `The Pod names the pull secrets ${names.join(', ')}.`,
      hint: 'Check that the pull secrets exist and have credentials of this registry.',
    }
  const missing = found.filter(({ secret }) => secret === undefined).map(({ name }) => name)
  if (missing.length > 0)
    return {
      text: `Pull secret ${missing.join(', ')} does not exist.`,
      hint: 'Create it with kubectl create secret docker-registry.',
    }
  const unfit = found.filter(({ secret }) => !PULL_SECRETS.has(secret?.type ?? '')).map(({ name }) => name)
  if (unfit.length > 0)
    return {
      text: `Secret ${unfit.join(', ')} is not of a type that the kubelet takes credentials from.`,
      hint: 'Create it again with kubectl create secret docker-registry, which gives it the type kubernetes.io/dockerconfigjson.',
    }
  return {
    text: `The pull secrets ${names.join(', ')} exist.`,
    hint: 'Check that the pull secrets have valid credentials of this registry, and that they may pull this image.',
  }
}
