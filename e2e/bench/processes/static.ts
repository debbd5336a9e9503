import { createServer } from 'node:http'

/*
 * L1: raw node:http returning bytes it was given, whatever is asked. It stands alone, without an import of ours, for it runs
 * with its types taken out beforehand, so that what takes them out is not in its memory.
 */
interface Given {
  status: number
  headers: Record<string, string>
  body: string
}

let given: Given = { status: 200, headers: {}, body: '' }
let bytes = Buffer.alloc(0)

const server = createServer((_request, response) => {
  response.writeHead(given.status, given.headers)
  response.end(given.status === 304 ? undefined : bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.({ id: 0 }))

process.on('message', ({ id, topic, detail }: { id: number; topic: string; detail: Given }) => {
  if (topic === 'give') {
    given = detail
    bytes = Buffer.from(given.body, 'base64')
  }
  const address = server.address()
  process.send?.({ id, result: typeof address === 'object' ? address?.port : 0 })
})
process.on('disconnect', () => process.exit(0))
