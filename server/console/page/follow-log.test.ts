import { expect } from 'chai'
import { FollowScene } from '../../testing/follow-scene.ts'
import { tick } from '../../testing/tick.ts'
import { followLog, sinceDuration, type LogState } from './follow-log.ts'

/** A log whose responses are set by the test. */
class Scene extends FollowScene<LogState> {
  readonly urls: string[] = []
  readonly parts: string[] = []
  resumes = 0

  follow() {
    return followLog({
      ...this.options,
      url: (since) => `/log?since=${since}`,
      fetch: async (url) => {
        this.urls.push(url)
        return this.respond()
      },
      newest: () => 'newest',
      onPart: (part) => this.parts.push(part),
      onResume: () => this.resumes++,
    })
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
    await tick(3)
    expect(scene.parts).to.deep.equal(['a line\n'])
    expect([scene.states, scene.clock.due]).to.deep.equal([['connecting', 'live', 'ended'], []])
  })

  it('goes on after its newest line once the connection is cut', async () => {
    const scene = new Scene()
    scene.responses.push(respond(bytes, true), respond(bytes))
    scene.follow()
    await tick(3)
    expect([scene.states.at(-1), scene.clock.due]).to.deep.equal(['reconnecting', [1000]])
    scene.elapse()
    await tick(3)
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
      await tick(1)
      expect([scene.rejected, scene.clock.due.length], String(status)).to.deep.equal([rejected, timers])
    }
  })

  it("tells when the view has left a rejected response, whose error is then nobody's", async () => {
    const scene = new Scene()
    scene.responses.push(() => new Response('{}', { status: 400 }))
    const stop = scene.follow()
    await tick(1)
    expect(scene.left[0]?.aborted).to.equal(false)
    stop()
    expect(scene.left[0]?.aborted).to.equal(true)
  })

  it('opens no further connection once it is stopped', async () => {
    const scene = new Scene()
    const stop = scene.follow()
    await tick(1)
    stop()
    expect(scene.clock.due).to.deep.equal([])
  })

  it('reaches back past its newest line, also where clocks differ', () => {
    const now = Date.parse('2026-01-01T00:01:00.500Z')
    expect(sinceDuration('2026-01-01T00:00:00.123456789Z', now)).to.equal('63s')
    expect(sinceDuration('2026-01-01T00:02:00Z', now)).to.equal('2s')
  })
})
