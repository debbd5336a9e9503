import { SseChunk, type EventStream, type SseWriter } from '../../api/responses.ts'
import { background } from '../../core/background.ts'
import type { Clock } from '../../core/clock.ts'
import { frame, PING } from '../../stream/frame.ts'
import type { Answer } from './assistant.ts'
import { endFields } from './end-fields.ts'

const PING_MS = 15_000
const FAREWELL = 'the service is shutting down'

export interface StreamLife {
  readonly time: Clock
  /** Fires when the service shuts down. */
  readonly shutdown: AbortSignal
}

/**
 * Returns an answer as server-sent events: each finding, the narrative as it comes, then `done` with the rest. No event is
 * called `error`, which an EventSource fires itself.
 */
export function streamAnswer(answer: Answer, life: StreamLife): EventStream {
  return {
    start: (writer, signal) => {
      background('an answer of a model', () => sendAnswer(answer, { ...life, writer, signal }))
    },
  }
}

interface Connection extends StreamLife {
  readonly writer: SseWriter
  readonly signal: AbortSignal
}

async function sendAnswer(answer: Answer, { writer, signal, time, shutdown }: Connection): Promise<void> {
  const send = (event: string, data: object): void =>
    writer.write(new SseChunk(frame(event, JSON.stringify(data))))
  const { findings, ...rest } = answer.findings
  for (const finding of findings) send('finding', finding)
  const stopPings = keepAlive(writer, time)
  const ended = AbortSignal.any([signal, shutdown])
  try {
    const end = await answer.narrate(ended, (text) => send('narrative', { text }))
    const fields = endFields(answer.model, end)
    if (fields.modelError !== undefined) send('model-failed', fields.modelError)
    send('done', { ...rest, ...fields })
  } catch (error) {
    if (!ended.aborted) throw error
    if (shutdown.aborted) send('bye', { reason: FAREWELL })
  } finally {
    stopPings()
    writer.end()
  }
}

/** Sends a comment at an interval until the returned function is called. */
function keepAlive(writer: SseWriter, time: Clock): () => void {
  let cancel = (): void => undefined
  const next = (): void => {
    cancel = time.after(PING_MS, () => {
      writer.write(new SseChunk(PING))
      next()
    })
  }
  next()
  return () => cancel()
}
