import { useEffect, useState } from 'preact/hooks'
import { after } from './after.ts'
import { reportError, urlOf, type RequestError, type RequestParameters } from './api.ts'
import type { ConnectionState } from './follow-response.ts'
import { followStream } from './follow-stream.ts'
import type { StreamMessage } from './object-store.ts'

/** Time after which a hidden tab closes its stream. */
const HIDDEN_MS = 30_000

/** Follows the stream while the view is open; a hidden tab closes it after 30 s, and goes on at its position once it is visible. */
export function useStream(
  parameters: RequestParameters,
  onMessage: (message: StreamMessage) => void,
): { readonly state: ConnectionState; readonly error: RequestError | undefined } {
  const [state, setState] = useState<ConnectionState>('connecting')
  const [error, setError] = useState<RequestError>()
  const url = urlOf('streamChanges', parameters)
  useEffect(() => {
    setError(undefined)
    const stream = followStream({
      url,
      fetch: (target, init) => fetch(target, init),
      after,
      onMessage,
      onState: setState,
      onRejected: reportError(setError),
    })
    let cancel: (() => void) | undefined
    const follow = () => {
      cancel?.()
      if (document.hidden) cancel = after(HIDDEN_MS, () => stream.pause())
      else stream.resume()
    }
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      cancel?.()
      stream.pause()
    }
  }, [url])
  return { state, error }
}
