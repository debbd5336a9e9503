import { setImmediate as settle } from 'node:timers/promises'
import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import { followLog, sinceDuration, type LogState } from './follow-log.ts'

/** A log whose responses are set by the test. */
class Scene {
  readonly urls: string[] = []
  readonly parts: string[] = []
  readonly states: LogState[] = []
  readonly rejected: number[] = []
  readonly clock = new ManualClock()
  readonly responses: (() => Response)[] = []
  resumes = 0

  follow() {
    return followLog({
      url: (since) => `/log?since=${since}`,
      fetch: async (url) => {
        this.urls.push(url)
        const next = this.responses.shift()
        if (next === undefined) throw new TypeError('the service does not respond')
        return next()
      },
      after: (milliseconds, run) => this.clock.after(milliseconds, run),
      newest: () => 'newest',
      onPart: (part) => this.parts.push(part),
      onResume: () => this.resumes++,
      onState: (state) => this.states.push(state),
      onRejected: ({ status }) => this.rejected.push(status),
    })
  }

  elapse(): void {
    const [due = 0] = this.clock.due
    this.clock.turn(due)
  }
}

/** Returns a response with these bytes that ends, or is cut short. */
function respond(bytes: Uint8Array, isCut = false): () => Response {
  let isSent = false
  return () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          if (!isSent) controller.enqueue(bytes)
          else if (isCut) controller.error(new TypeError('cut'))
          else controller.close()
          isSent = true
        },
      }),
    )
}

describe('a followed log in the console', () => {
  const bytes = new TextEncoder().encode('a line\n')

  it('ends with the container', async () => {
    const scene = new Scene()
    scene.responses.push(respond(bytes))
    scene.follow()
    for (let turn = 0; turn < 3; turn++) await settle()
    expect(scene.parts).to.deep.equal(['a line\n'])
    expect([scene.states, scene.clock.due]).to.deep.equal([['connecting', 'live', 'ended'], []])
  })

  it('goes on after its newest line once the connection is cut', async () => {
    const scene = new Scene()
    scene.responses.push(respond(bytes, true), respond(bytes))
    scene.follow()
    for (let turn = 0; turn < 3; turn++) await settle()
    expect([scene.states.at(-1), scene.clock.due]).to.deep.equal(['reconnecting', [1000]])
    scene.elapse()
    for (let turn = 0; turn < 3; turn++) await settle()
    expect([scene.urls, scene.resumes]).to.deep.equal([['/log?since=', '/log?since=newest'], 1])
  })

  it('stops at a rejection, and tries again while the service is overloaded', async () => {
    for (const [status, rejected, timers] of [
      [400, [400], 0],
      [403, [403], 0],
      [429, [], 1],
      [503, [], 1],
    ] as const) {
      const scene = new Scene()
      scene.responses.push(() => new Response('{}', { status }))
      scene.follow()
      await settle()
      expect([scene.rejected, scene.clock.due.length], String(status)).to.deep.equal([rejected, timers])
    }
  })

  it('opens no further connection once it is stopped', async () => {
    const scene = new Scene()
    const stop = scene.follow()
    await settle()
    stop()
    expect(scene.clock.due).to.deep.equal([])
  })

  it('reaches back past its newest line, also where clocks differ', () => {
    const now = Date.parse('2026-01-01T00:01:00.500Z')
    expect(sinceDuration('2026-01-01T00:00:00.123456789Z', now)).to.equal('63s')
    expect(sinceDuration('2026-01-01T00:02:00Z', now)).to.equal('2s')
  })
})
