import type { ObjectMeta } from '../cluster/objects.ts'
import { omitEmpty } from '../kinds/shared/omit-empty.ts'
import type { ManagedBy } from './schema.ts'

const ARGO = 'argocd.argoproj.io/'
const FLUX = ['kustomize.toolkit.fluxcd.io', 'helm.toolkit.fluxcd.io'] as const

/**
 * Returns the tool that manages an object, by its labels and annotations; undefined if they name none. Objects of a HelmRelease of
 * Flux have the annotations of Helm too.
 */
export function managedBy({
  labels,
  annotations,
}: Pick<ObjectMeta, 'labels' | 'annotations'>): ManagedBy | undefined {
  const all = { labels: textsOf(labels), annotations: textsOf(annotations) }
  return byArgo(all) ?? byFlux(all) ?? byHelm(all)
}

interface Texts {
  readonly labels: ReadonlyMap<string, string>
  readonly annotations: ReadonlyMap<string, string>
}

/** Source: argo-cd, docs/user-guide/resource_tracking. An application outside the namespace of Argo CD is `<namespace>_<name>`. */
function byArgo({ labels, annotations }: Texts): ManagedBy | undefined {
  const hasAnnotation = [...annotations.keys()].some((key) => key.startsWith(ARGO))
  const application =
    annotations.get(`${ARGO}tracking-id`)?.split(':')[0] ||
    labels.get(`${ARGO}instance`) ||
    (hasAnnotation ? labels.get('app.kubernetes.io/instance') : undefined)
  if (!application) return undefined
  const [name = '', namespace] = application.split('_').toReversed()
  return { tool: 'argocd', name, ...omitEmpty({ namespace }) }
}

function byFlux({ labels }: Texts): ManagedBy | undefined {
  for (const prefix of FLUX) {
    const name = labels.get(`${prefix}/name`)
    if (name) return { tool: 'flux', name, ...omitEmpty({ namespace: labels.get(`${prefix}/namespace`) }) }
  }
  return undefined
}

function byHelm({ labels, annotations }: Texts): ManagedBy | undefined {
  const name = annotations.get('meta.helm.sh/release-name')
  if (!name || labels.get('app.kubernetes.io/managed-by') !== 'Helm') return undefined
  return {
    tool: 'helm',
    name,
    ...omitEmpty({ namespace: annotations.get('meta.helm.sh/release-namespace') }),
  }
}

function textsOf(map: object | null | undefined): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(map ?? {}).filter((one): one is [string, string] => typeof one[1] === 'string'),
  )
}
