interface TopicRequest {
  id: number
  topic: string
  detail: unknown
}

/**
 * The request topics that a script handles. Caller and script have to agree on the type of each topic's
 * detail.
 */
export type Topics = Readonly<Record<string, (detail: never) => unknown>>

/** The script's side of child.ts: reports that it is ready and responds to requests. */
export function answering(topics: Topics): void {
  const send = (message: Record<string, unknown>): void => {
    process.send?.(message)
  }
  const answer = async ({ id, topic, detail }: TopicRequest): Promise<void> => {
    try {
      send({ id, result: await topics[topic]?.(detail as never) })
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : 'failed' })
    }
  }
  process.on('message', (asked: TopicRequest) => void answer(asked))
  // Exits when the benchmark has ended, however it ended.
  process.on('disconnect', () => process.exit(0))
  send({ id: 0 })
}
