import type { Kind } from '../../../cluster/kind.ts'
import type { ObjectMeta } from '../../../cluster/objects.ts'

/** A record as a custom resource; `spec` is that of chart/files/userstate-crd.yaml. */
export interface UserState {
  readonly metadata: ObjectMeta
  readonly spec?: { readonly updatedAt?: string } | null
}

export const userStates: Kind<UserState> = {
  kind: 'UserState',
  apiGroup: 'clusterinspector.dev',
  version: 'v1alpha1',
  plural: 'userstates',
  namespaced: true,
}
