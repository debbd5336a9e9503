import { get, type IncomingMessage } from 'node:http'

/** Opens a log on a connection of its own; answers once its header came. */
export async function openFollow(url: string): Promise<IncomingMessage> {
  const opened = Promise.withResolvers<IncomingMessage>()
  get(url, { agent: false }, opened.resolve).on('error', opened.reject)
  const response = await opened.promise
  response.on('error', () => undefined)
  return response
}

/** Waits for the first bytes of a body. */
export async function firstByte(response: IncomingMessage): Promise<void> {
  const seen = Promise.withResolvers<undefined>()
  response.once('data', () => seen.resolve(undefined))
  await seen.promise
}

/** How a body ended: `end` for a whole one, `cut` for a broken connection. */
export async function ending(response: IncomingMessage): Promise<'end' | 'cut'> {
  const ended = Promise.withResolvers<'end' | 'cut'>()
  response.on('close', () => ended.resolve(response.complete ? 'end' : 'cut'))
  response.resume()
  return ended.promise
}
