interface RequestCounts {
  id: number
  topic: string
  detail: unknown
}

/** What a script can be asked, by topic. What comes with a topic is agreed on where both sides are written. */
export type Topics = Readonly<Record<string, (detail: never) => unknown>>

/** The script's side of child.ts: says that it is ready and answers what it is asked. */
export function answering(topics: Topics): void {
  const send = (message: Record<string, unknown>): void => {
    process.send?.(message)
  }
  const answer = async ({ id, topic, detail }: RequestCounts): Promise<void> => {
    try {
      send({ id, result: await topics[topic]?.(detail as never) })
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : 'failed' })
    }
  }
  process.on('message', (asked: RequestCounts) => void answer(asked))
  // The bench is gone, by whatever end: nothing stays behind.
  process.on('disconnect', () => process.exit(0))
  send({ id: 0 })
}
