import { request } from 'node:http'

/** A response as received, with its content encoding. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** Sends one request on a connection of its own; the body is not decoded. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'POST' = 'GET',
  body?: string,
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const sent = request(url, { agent: false, headers, method }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const single = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(single) as Record<string, string>,
        body: Buffer.concat(chunks),
      })
    })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}
