import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { tick } from '../../server/testing/tick.ts'

/** Turns of the event loop in which a server in this process has begun to work on a request. */
const BEGUN = 20

/** Resolves once so many more requests have reached a server in this process, and are being worked on. */
export async function arrivals(port: number, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  const arrived = (message: unknown): void => {
    const request: unknown = Reflect.get(Object(message), 'request')
    if (!(request instanceof IncomingMessage) || request.socket.localPort !== port) return
    if (--left === 0) resolve()
  }
  const stop = (): void => void unsubscribe('http.server.request.start', arrived)
  subscribe('http.server.request.start', arrived)
  closeAfterwards('a count of requests', stop)
  await promise
  stop()
  await tick(BEGUN)
}
