import type * as Api from '../../../e2e/client/generated.ts'
import { catalogue } from './register.ts'

/** Names of the operations of the API. */
export type Operation = Exclude<keyof typeof Api, 'defaults' | 'servers'>

/** Body of an operation's response with status 200. */
export type Body<O extends Operation> = (typeof Api)[O] extends (...parameters: never[]) => Promise<infer R>
  ? Extract<R, { status: 200 }> extends { data: infer D }
    ? D
    : never
  : never

export type RequestParameters = Readonly<Record<string, string | undefined>>

/** A rejected request, in the words of the API. */
export class RequestError extends Error {
  readonly status: number
  readonly hint: string | undefined
  readonly requestId: string | undefined
  /** The path at which the caller connects an account of the repository host. */
  readonly connectUrl: string | undefined

  constructor(
    message: string,
    status: number,
    { hint, requestId, connectUrl }: Partial<Pick<RequestError, 'hint' | 'requestId' | 'connectUrl'>> = {},
  ) {
    super(message)
    this.status = status
    this.hint = hint
    this.requestId = requestId
    this.connectUrl = connectUrl
  }
}

/** Returns the URL of an operation: parameters of its path are filled in, the others are the query, empty ones left out. */
export function urlOf(operation: string, parameters: RequestParameters): string {
  const query = new URLSearchParams()
  let path = catalogue.operations[operation] ?? ''
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === '') continue
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, () => encodeURIComponent(value))
    else query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Calls an operation and returns the body of its response. */
export async function request<O extends Operation>(
  operation: O,
  parameters: RequestParameters = {},
  signal?: AbortSignal,
): Promise<Body<O>> {
  return (await requestAny(operation, parameters, signal)) as Body<O>
}

/** Calls an operation of a kind, whose name comes from the catalogue. */
export async function requestAny(
  operation: string,
  parameters: RequestParameters,
  signal?: AbortSignal,
): Promise<unknown> {
  return bodyOf(await fetch(urlOf(operation, parameters), signal === undefined ? {} : { signal }))
}

/** Calls an operation for the state of the cluster at this moment, past the caches of the service. */
export async function requestCurrent(
  operation: string,
  parameters: RequestParameters,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { 'Cache-Control': 'no-cache' }
  return bodyOf(await fetch(urlOf(operation, parameters), { signal, headers }))
}

/** Calls an operation that changes something. */
export async function send(operation: string, parameters: RequestParameters, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  return bodyOf(
    await fetch(urlOf(operation, parameters), { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

/** Calls an operation with the method DELETE. */
export async function remove(operation: string, parameters: RequestParameters): Promise<unknown> {
  return bodyOf(await fetch(urlOf(operation, parameters), { method: 'DELETE' }))
}

/** Returns the body of a response; throws the error of a rejected one. */
export async function bodyOf(response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response)
  return response.json()
}

/** Name of the event of the window that a response with status 401 causes: the session has ended. */
export const UNAUTHENTICATED = 'unauthenticated'

/** Returns a function that reports the error of a response, unless the view has left it until the error was read. */
export function reportError(report: (error: RequestError) => void) {
  return (response: Response, left: AbortSignal): void =>
    void errorOf(response).then((error) => {
      if (!left.aborted) report(error)
    })
}

/** Returns the error of a rejected response. */
export async function errorOf(response: Response): Promise<RequestError> {
  const requestId = response.headers.get('X-Request-Id') ?? undefined
  const body = (await response.json().catch(() => ({}))) as Readonly<Record<string, string | undefined>>
  const { error = `the service responded with status ${response.status}`, hint, connectUrl } = body
  // One with a way to connect is of the repository host, and the session goes on.
  if (response.status === 401 && connectUrl === undefined) dispatchEvent(new Event(UNAUTHENTICATED))
  return new RequestError(error, response.status, { hint, requestId, connectUrl })
}
