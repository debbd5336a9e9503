import { expect } from 'chai'
import { FollowScene } from '../../testing/follow-scene.ts'
import { tick } from '../../testing/tick.ts'
import type { ConnectionState } from './follow-response.ts'
import { followStream } from './follow-stream.ts'
import type { StreamMessage } from './object-store.ts'

/** A stream whose connections are opened and ended by the test. */
class Scene extends FollowScene<ConnectionState> {
  readonly requests: { headers: Record<string, string>; signal: AbortSignal }[] = []
  readonly messages: StreamMessage[] = []

  follow() {
    return followStream({
      ...this.options,
      url: '/api/stream',
      fetch: async (_url, init) => {
        this.requests.push(init)
        return this.respond()
      },
      onMessage: (message) => this.messages.push(message),
    })
  }
}

const frame = 'id: 7\nevent: pod\ndata: {"type":"ADDED","object":{"name":"é"}}\n\n'

/** Returns a response with these bytes that ends. */
function ended(...chunks: readonly Uint8Array[]): () => Response {
  return () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(chunk)
          controller.close()
        },
      }),
    )
}

describe('the stream of the console', () => {
  const bytes = new TextEncoder().encode(frame)

  it('parses events that arrive in parts of a character', async () => {
    const scene = new Scene()
    scene.responses.push(ended(...[...bytes].map((byte) => Uint8Array.of(byte))))
    scene.follow()
    await tick(3)
    expect(scene.messages.at(-1)).to.deep.equal({
      event: 'pod',
      id: '7',
      data: { type: 'ADDED', object: { name: 'é' } },
    })
  })

  it('goes on after the last event once the replica is gone', async () => {
    const scene = new Scene()
    scene.responses.push(ended(bytes), ended())
    scene.follow()
    await tick(1)
    expect(scene.states).to.deep.equal(['connecting', 'live', 'reconnecting'])
    scene.elapse()
    await tick(1)
    expect(scene.requests.map(({ headers }) => headers)).to.deep.equal([{}, { 'Last-Event-ID': '7' }])
    expect(scene.messages.filter(({ event }) => event === 'resync')).to.have.length(1)
  })

  it('discards its objects before a connection without a position, which begins with the whole state', async () => {
    const scene = new Scene()
    scene.responses.push(ended(), ended())
    scene.follow()
    await tick(1)
    scene.elapse()
    await tick(1)
    expect(scene.messages.map(({ event }) => event)).to.deep.equal(['resync', 'resync'])
  })

  it('waits longer after each failure, at most 15 s, and a second again after a success', async () => {
    const scene = new Scene()
    scene.follow()
    const pauses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      await tick(1)
      if (attempt === 5) scene.responses.push(ended())
      pauses.push(scene.elapse())
    }
    await tick(1)
    pauses.push(scene.elapse())
    expect(pauses).to.deep.equal([1000, 2000, 4000, 8000, 15_000, 15_000, 1000])
  })

  it('ends at a rejection, and tries again while the service is overloaded', async () => {
    for (const [status, rejected, timers] of [
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

  it('closes the connection while it pauses, and resumes at its position', async () => {
    const scene = new Scene()
    const open = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes) }))
    scene.responses.push(open, open)
    const stream = scene.follow()
    await tick(1)
    stream.pause()
    expect([scene.requests[0]?.signal.aborted, scene.clock.due.length]).to.deep.equal([true, 0])
    stream.resume()
    stream.resume()
    await tick(1)
    expect(scene.requests.map(({ headers }) => headers)).to.deep.equal([{}, { 'Last-Event-ID': '7' }])
    stream.pause()
  })
})
