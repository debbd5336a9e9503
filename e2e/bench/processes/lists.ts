import { Agent } from 'undici'
import type { Access } from '../cluster.ts'
import { answering } from '../measure/answering.ts'

/*
 * L2 and L3: what the API server takes to give everything to one keep-alive connection, and what JSON.parse takes of that.
 */
answering({ read })

async function read({ access, paths }: { access: Access; paths: readonly string[] }): Promise<ListsRead> {
  const agent = new Agent({ connections: 1, connect: { ...access.tls } })
  const { origin } = new URL(access.url)
  const found: ListsRead = { readMs: 0, parseMs: 0, bytes: 0 }
  for (const path of paths) {
    const began = performance.now()
    const { statusCode, body } = await agent.request({ origin, path, method: 'GET', headers: access.headers })
    const bytes = Buffer.from(await body.arrayBuffer())
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`)
    const parsing = performance.now()
    JSON.parse(bytes.toString())
    found.readMs += parsing - began
    found.parseMs += performance.now() - parsing
    found.bytes += bytes.length
  }
  await agent.destroy()
  return found
}

export interface ListsRead {
  readMs: number
  parseMs: number
  bytes: number
}
