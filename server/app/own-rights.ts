/**
 * Every right the service uses for its own objects, in the namespace of its release and in the format of the table of
 * rights. The chart grants them in a Role of their own, whatever `rbac.groups` and `rbac.readOnly` say.
 */
export const ownRights = [
  'get userstates.clusterinspector.dev',
  'create userstates.clusterinspector.dev',
  'update userstates.clusterinspector.dev',
] as const
