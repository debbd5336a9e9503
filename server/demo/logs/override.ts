/** Identifies one container's log . */
export interface ContainerLog {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly previous: boolean
}

/** Bytes in place of a container's log. The log ends with them; an iterable that waits is a silent container. */
export type LogOverride = Iterable<Uint8Array> | AsyncIterable<Uint8Array>
