/** Identifies one container's log for a fault. */
export interface ContainerLog {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly previous: boolean
}

/**
 * Replaces a container's log by bytes. The log ends with them; an iterable that waits is a silent container.
 */
export interface LogFault {
  when: (log: ContainerLog) => boolean
  bytes: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}
