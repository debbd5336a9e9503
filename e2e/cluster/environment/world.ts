import type { KubeAccess } from '../../support/kube.ts'
import type { Forward } from './forward.ts'
import type { KindCluster } from './kind.ts'
import type { Kubectl } from './kubectl.ts'
import type { Release } from './release.ts'

/** What a run has made before its first test. */
export interface World {
  /** The root of the repository. */
  root: string
  /** A folder of this run alone, removed at its end. */
  folder: string
  kubectl: Kubectl
  release: Release
  forward: Forward
  /** The tests' own way to the API server. */
  access: KubeAccess & { ca: string }
  /** The kind cluster; undefined where E2E_KUBECONFIG names one that is not ours to break. */
  kind: KindCluster | undefined
  /** Remembers how to be rid of something that was made on the way. */
  later: (step: () => Promise<void>) => void
  /** The service's image, whose `node` the fixtures run too. */
  image: string
  pause: string
  prometheus: string
  /** False for builds of Prometheus that leave the discovery of Kubernetes out, as Debian's does. */
  prometheusDiscovers: boolean
}

let made: World | undefined

export function enter(world: World): void {
  made = world
}

/** The world of this run: suites are loaded and run by main.ts alone. */
export function world(): World {
  if (made === undefined) throw new Error('run these suites by `make e2e`')
  return made
}
