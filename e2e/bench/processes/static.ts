import { createServer } from 'node:http'
import { request, type RequestOptions } from 'node:https'

/*
 * L1: raw node:http returning bytes it was given, whatever is asked; it can follow a watch meanwhile, of which it throws away
 * what comes. It stands alone, without an import of ours, for it runs with its types taken out beforehand, so that what takes
 * them out is not in its memory.
 */
interface Given {
  status: number
  headers: Record<string, string>
  body: string
}

interface Watched {
  url: string
  options: RequestOptions
}

let given: Given = { status: 200, headers: {}, body: '' }
let bytes = Buffer.alloc(0)
let followed = 0

const server = createServer((_request, response) => {
  response.writeHead(given.status, given.headers)
  response.end(given.status === 304 ? undefined : bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.({ id: 0 }))

process.on('message', (asked: { id: number; topic: string; detail: Given & Watched }) => {
  process.send?.({ id: asked.id, result: answerOf(asked) })
})

function answerOf({ topic, detail }: { topic: string; detail: Given & Watched }): number | undefined {
  if (topic === 'followed') return followed
  if (topic === 'follow') follow(detail)
  if (topic === 'give') {
    given = detail
    bytes = Buffer.from(given.body, 'base64')
  }
  const address = server.address()
  return typeof address === 'object' ? address?.port : 0
}

function follow({ url, options }: Watched): void {
  const asked = request(url, options, (response) => {
    response.on('data', (chunk: Buffer) => (followed += chunk.length))
  })
  // Whoever follows sees that nothing comes any more.
  asked.on('error', () => undefined)
  asked.end()
}

process.on('disconnect', () => process.exit(0))
