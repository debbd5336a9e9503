import { createServer, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'

/*
 * L1: raw node:http that returns given bytes for every request. It can also read a watch and discard the
 * events. The script imports nothing of the project, because it runs with its types stripped beforehand, so
 * that the type stripper does not count as its memory.
 */
interface StaticOptions {
  status: number
  headers: Record<string, string>
  body: string
}

interface Watched {
  url: string
  options: RequestOptions
}

let given: StaticOptions = { status: 200, headers: {}, body: '' }
let bytes = Buffer.alloc(0)
let followed: { bytes: number; ended?: string } = { bytes: 0 }
let watch: IncomingMessage | undefined

const server = createServer((_request, response) => {
  response.writeHead(given.status, given.headers)
  response.end(given.status === 304 ? undefined : bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.({ id: 0 }))

process.on('message', (asked: { id: number; topic: string; detail: StaticOptions & Watched }) => {
  answerOf(asked).then(
    (result) => process.send?.({ id: asked.id, result }),
    (error: unknown) => process.send?.({ id: asked.id, error: String(error) }),
  )
})

async function answerOf({
  topic,
  detail,
}: {
  topic: string
  detail: StaticOptions & Watched
}): Promise<unknown> {
  if (topic === 'followed') return followed
  if (topic === 'follow') await follow(detail)
  if (topic === 'give') {
    given = detail
    bytes = Buffer.from(given.body, 'base64')
  }
  const address = server.address()
  return typeof address === 'object' ? address?.port : 0
}

/** Starts a watch in place of the previous one; resolves when it is open, rejects if it is refused. */
async function follow({ url, options }: Watched): Promise<void> {
  watch?.destroy()
  const answered = Promise.withResolvers<IncomingMessage>()
  request(url, options, answered.resolve).on('error', answered.reject).end()
  const response = await answered.promise
  if (response.statusCode !== 200) throw new Error(`the watch was answered ${response.statusCode}`)
  watch = response
  const seen: typeof followed = { bytes: 0 }
  followed = seen
  response.on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
  response.on('end', () => (seen.ended = 'the watch ran out'))
  response.on('error', ({ message }) => (seen.ended = `the watch ended: ${message}`))
}

process.on('disconnect', () => process.exit(0))
