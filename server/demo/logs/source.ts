/** One container's log, as a fault selects it. */
export interface ContainerLog {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly previous: boolean
}

/** Bytes in place of a container's log. The log ends where they end; an iterable that waits is a silent container. */
export interface LogFault {
  when: (log: ContainerLog) => boolean
  bytes: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}
