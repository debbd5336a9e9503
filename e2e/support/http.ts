import { checkDeclared } from './declared-responses.ts'

/** A response of the service; `json` is its parsed body, if it is JSON. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; every JSON body of the API is an object. */
  json: Record<string, unknown>
}

/**
 * Calls the service; `path` is sent unchanged, so that nothing is decoded or normalized on the way. Throws if the OpenAPI
 * document does not declare the response.
 */
export async function call(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new Error(`${method} ${base}${path}: no response`, { cause })
  })
  const text = await textOf(response)
  const { status, headers: received } = response
  checkDeclared(method, path, { status, contentType: received.get('content-type'), text })
  return { status: response.status, headers: response.headers, text, json: parsed(response, text) }
}

/** Returns the parameters without which a route is 400, besides the namespace: of a search its text. */
export function queryOf(
  { query }: { query: { readonly properties: Readonly<Record<string, unknown>> } },
  q = 'shop',
): string {
  return 'q' in query.properties ? `&q=${q}` : ''
}

/**
 * Returns the whole text of a response. An event stream has no end, so it is read until its `synced` event.
 */
export async function textOf(response: Response): Promise<string> {
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!streams || response.body === null) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  // Leaving the loop cancels the body and closes the connection.
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (/^event: synced\n(.+\n)*\n/m.test(text)) break
  }
  return text
}

function parsed(response: Response, text: string): Record<string, unknown> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true || text === '') return {}
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('the body is no object')
  return { ...value }
}
