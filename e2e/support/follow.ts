import { get, type IncomingMessage } from 'node:http'
import { closeAfterwards } from '../../server/testing/fixtures.ts'

/** Opens a log on a connection of its own; resolves when the response headers arrive. */
export async function openFollow(url: string): Promise<IncomingMessage> {
  const opened = Promise.withResolvers<IncomingMessage>()
  get(url, { agent: false }, opened.resolve).on('error', opened.reject)
  const response = await opened.promise
  closeAfterwards('a reader of a log', () => response.destroy())
  response.on('error', () => undefined)
  return response
}

/** Waits for the first bytes of a response body. */
export async function firstByte(response: IncomingMessage): Promise<void> {
  const seen = Promise.withResolvers<undefined>()
  response.once('data', () => seen.resolve(undefined))
  await seen.promise
}

/** Resolves to `end` if the body was received completely, to `cut` if the connection broke. */
export async function ending(response: IncomingMessage): Promise<'end' | 'cut'> {
  const ended = Promise.withResolvers<'end' | 'cut'>()
  response.on('close', () => ended.resolve(response.complete ? 'end' : 'cut'))
  response.resume()
  return ended.promise
}
