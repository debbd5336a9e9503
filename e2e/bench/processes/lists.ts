import { Agent } from 'undici'
import type { Access } from '../cluster.ts'
import { answering } from '../measure/answering.ts'

/*
 * L2 and L3: the time in which the API server sends all objects to one keep-alive connection, and the time of
 * JSON.parse for them.
 */
/** Number of objects up to which a list is read as a whole: a string in V8 is limited to half a gigabyte. */
const PAGE = 25_000

answering({ read })

async function read({ access, paths }: { access: Access; paths: readonly string[] }): Promise<ListsRead> {
  const agent = new Agent({ allowH2: false, connections: 1, connect: { ...access.tls } })
  const { origin } = new URL(access.url)
  const found: ListsRead = { readMs: 0, parseMs: 0, bytes: 0 }
  for (const path of paths)
    for (let next: string | undefined = ''; next !== undefined;) {
      const began = performance.now()
      const page = `${path}?limit=${PAGE}&continue=${encodeURIComponent(next)}`
      const { statusCode, body } = await agent.request({
        origin,
        path: page,
        method: 'GET',
        headers: access.headers,
      })
      const bytes = Buffer.from(await body.arrayBuffer())
      if (statusCode !== 200) throw new Error(`GET ${page}: ${statusCode}`)
      const parsing = performance.now()
      const list = JSON.parse(bytes.toString()) as { metadata: { continue?: string } }
      found.readMs += parsing - began
      found.parseMs += performance.now() - parsing
      found.bytes += bytes.length
      next = list.metadata.continue || undefined
    }
  await agent.destroy()
  return found
}

export interface ListsRead {
  readMs: number
  parseMs: number
  bytes: number
}
