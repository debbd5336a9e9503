import type { KubeAccess } from '../../support/kube.ts'
import type { Forward } from './forward.ts'
import type { KindCluster } from './kind.ts'
import type { Kubectl } from './kubectl.ts'
import type { Release } from './release.ts'

/** The resources created before the first test of a run. */
export interface World {
  root: string
  /** A temporary folder of this run, removed at its end. */
  folder: string
  kubectl: Kubectl
  release: Release
  forward: Forward
  /** Direct access to the API server for the tests. */
  access: KubeAccess & { ca: string }
  /** The kind cluster; undefined if E2E_KUBECONFIG names a cluster that the tests may not break. */
  kind: KindCluster | undefined
  /** Registers a clean-up step for the end of the run. */
  later: (step: () => Promise<void>) => void
  /** The service's image; fixtures run its `node` too. */
  image: string
  pause: string
  prometheus: string
  /** False if this build of Prometheus lacks Kubernetes service discovery, as Debian's does. */
  prometheusDiscovers: boolean
}

let made: World | undefined

export function enter(world: World): void {
  made = world
}

/** Returns the resources of this run. Only main.ts loads and runs the suites. */
export function world(): World {
  if (made === undefined) throw new Error('run these suites by `make e2e`')
  return made
}
