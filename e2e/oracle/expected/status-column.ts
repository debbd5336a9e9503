import type { Pod } from '../../../server/kinds/pods/model.ts'
import type { ContainerStatus } from '../../../server/kinds/pods/model.ts'

/**
 * The STATUS column of `kubectl get pods`, implemented independently for the oracle as one fold in the
 * printer's order of precedence (k8s.io/kubernetes/pkg/printers/internalversion, printPod).
 */
export function statusColumn({ metadata, spec, status }: Pod): string {
  const phase = status?.phase ?? ''
  const reason = [
    phase,
    status?.reason ?? '',
    ...(status?.conditions ?? []).map((one) =>
      one.type === 'PodScheduled' && one.reason === 'SchedulingGated' ? one.reason : '',
    ),
  ].reduce((said, next) => (next === '' ? said : next))
  let column = reason
  const initial = (status?.initContainerStatuses ?? []).map((one, at) => {
    const sidecar = spec?.initContainers?.find(({ name }) => name === one.name)?.restartPolicy === 'Always'
    if (one.state?.terminated?.exitCode === 0 || (sidecar && one.started)) return ''
    const ended = endOf(one)
    if (ended !== '') return `Init:${ended}`
    const waits = one.state?.waiting?.reason ?? ''
    return waits === '' || waits === 'PodInitializing'
      ? `Init:${at}/${spec?.initContainers?.length ?? 0}`
      : `Init:${waits}`
  })
  const holding = initial.find((one) => one !== '')
  if (holding !== undefined) column = holding
  if (holding === undefined || condition(status?.conditions, 'Initialized')) {
    let running = false
    for (const one of [...(status?.containerStatuses ?? [])].reverse()) {
      const said = one.state?.waiting?.reason || endOf(one)
      if (said) column = said
      else if (one.ready && one.state?.running) running = true
    }
    if (column === 'Completed' && running)
      column = condition(status?.conditions, 'Ready') ? 'Running' : 'NotReady'
  }
  if (!metadata.deletionTimestamp) return column
  if (status?.reason === 'NodeLost') return 'Unknown'
  return ['Succeeded', 'Failed'].includes(phase) ? column : 'Terminating'
}

function endOf({ state }: ContainerStatus): string {
  const terminated = state?.terminated
  if (!terminated) return ''
  return (
    terminated.reason ||
    (terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`)
  )
}

function condition(
  all: readonly { type: string; status: string }[] | null | undefined,
  type: string,
): boolean {
  return (all ?? []).some((one) => one.type === type && one.status === 'True')
}
