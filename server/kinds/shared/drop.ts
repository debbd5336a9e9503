/** Fields of a container that no projection reads; values of environment variables are never shown. */
const UNREAD = [
  'env.value',
  'args',
  'imagePullPolicy',
  'lifecycle',
  'securityContext',
  'terminationMessagePath',
  'terminationMessagePolicy',
]

/** Returns the fields of all containers of a Pod spec that are not stored, as paths. */
export function unreadOfContainers(podSpec: string): string[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
    UNREAD.map((field) => `${podSpec}.${list}.${field}`),
  )
}
