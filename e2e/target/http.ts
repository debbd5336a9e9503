/** An answer of the service: parsed where it is JSON. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; a record, since every JSON body of the API is an object. */
  json: Record<string, unknown>
}

/** Calls the service; `path` is sent as it stands, so that what must not be decoded is not. */
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
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(response, text) }
}

function parsed(response: Response, text: string): Record<string, unknown> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true || text === '') return {}
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('the body is no object')
  return { ...value }
}
