import type { Tamper } from './passed-watch.ts'
import type { FrameTamper } from './stream-client.ts'

/**
 * Manipulations of the watch events that the service receives, or of the SSE frames that its clients receive.
 */
export interface Breakage {
  events?: Tamper
  frames?: FrameTamper
}

/**
 * Manipulations with which a run has to fail, as it would with a faulty reflector. They prove that the oracle
 * detects errors.
 */
export const BREAKAGES: Readonly<Record<string, () => Breakage>> = {
  'loses one event in 20': () => {
    let seen = 0
    return { events: (_url, line) => (isChange(line) && ++seen % 20 === 0 ? [] : [line]) }
  },
  'swallows deletions': () => ({
    events: (_url, line) => (typeOf(line) === 'DELETED' ? [] : [line]),
  }),
  'shows an older state under a newer version': () => {
    const before = new Map<string, Record<string, unknown>>()
    const events: Tamper = (_url, line) => {
      if (!isChange(line)) return [line]
      const event = JSON.parse(line) as { object: Record<string, unknown> }
      const { kind, metadata } = event.object as { kind: string; metadata: Record<string, unknown> }
      const key = [kind, metadata['namespace'], metadata['name'], metadata['uid']].join('/')
      const older = before.get(key)
      before.set(key, event.object)
      if (older === undefined || typeOf(line) !== 'MODIFIED') return [line]
      const { resourceVersion } = metadata
      const object = { ...older, metadata: { ...(older['metadata'] as object), resourceVersion } }
      return [JSON.stringify({ ...event, object })]
    }
    return { events }
  },
  'tells one event of a stream in 20 twice': () => {
    let seen = 0
    return { frames: (frame) => (isEvent(frame) && ++seen % 20 === 0 ? [frame, frame] : [frame]) }
  },
  'leaves one event of a stream in 20 out': () => {
    let seen = 0
    return { frames: (frame) => (isEvent(frame) && ++seen % 20 === 0 ? [] : [frame]) }
  },
}

function typeOf(line: string): string {
  return /^\{"type":"([A-Z]+)"/.exec(line)?.[1] ?? ''
}

function isEvent(frame: string): boolean {
  return frame.includes('"type":"')
}

function isChange(line: string): boolean {
  return ['ADDED', 'MODIFIED', 'DELETED'].includes(typeOf(line))
}
