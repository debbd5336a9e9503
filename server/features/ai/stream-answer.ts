import { SseChunk, type EventStream } from '../../api/responses.ts'
import { frame } from '../../stream/frame.ts'
import type { Troubleshooting } from './schema.ts'

/** Returns an answer as server-sent events: each finding, then `done` with the rest. */
export function streamAnswer({ findings, ...rest }: Troubleshooting): EventStream {
  return {
    start: (writer) => {
      for (const finding of findings) writer.write(new SseChunk(frame('finding', JSON.stringify(finding))))
      writer.write(new SseChunk(frame('done', JSON.stringify({ ...rest, finish: 'complete' }))))
      writer.end()
    },
  }
}
