import type { Container, ContainerStatus, Pod } from '../kinds/pods/model.ts'

/** A container of a Pod with its status, and the field that the status is in. */
export interface PodContainer {
  readonly status: ContainerStatus
  readonly spec: Container | undefined
  readonly field: `status.${'initContainerStatuses' | 'containerStatuses'}[${string}]`
  readonly isInit: boolean
}

/** Maximum number of containers of a Pod, and of init containers, that rules look at. */
const MAX_CONTAINERS = 200

/** Returns the containers of a Pod that have a status, init containers first. */
export function containersOf({ spec, status }: Pod): readonly PodContainer[] {
  const lists = [
    ['initContainerStatuses', spec?.initContainers, status?.initContainerStatuses],
    ['containerStatuses', spec?.containers, status?.containerStatuses],
  ] as const
  return lists.flatMap(([list, specs, statuses]) => {
    const byName = new Map((specs ?? []).map((one) => [one.name, one]))
    return (statuses ?? []).slice(0, MAX_CONTAINERS).map((one): PodContainer => ({
      status: one,
      spec: byName.get(one.name),
      field: `status.${list}[${one.name}]`,
      isInit: list === 'initContainerStatuses',
    }))
  })
}

/** Returns the containers that wait for one of these reasons. */
export function waitingFor(pod: Pod, reasons: ReadonlySet<string>): readonly PodContainer[] {
  return containersOf(pod).filter(({ status }) => reasons.has(status.state?.waiting?.reason ?? ''))
}
