/** Returns the URL of the event stream with this query, if the service has that route. */
export async function streamOf(origin: string, query: string): Promise<string | undefined> {
  const url = `${origin}/api/stream?${query}`
  const abort = new AbortController()
  const { status, headers } = await fetch(url, { signal: abort.signal })
  abort.abort()
  const streams = headers.get('content-type')?.startsWith('text/event-stream') === true
  return status === 200 && streams ? url : undefined
}
