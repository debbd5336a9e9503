import type { ComponentChildren } from 'preact'
import type { RequestError } from './api.ts'
import type { StreamState } from './follow-stream.ts'
import { toneOf } from './format-value.ts'
import { formatPageState, moveTo, type PageState } from './page-state.ts'
import { useNavigation } from './use-page-state.ts'

/** A link to another view; it opens in place, and in a new tab as any other link. */
export function Link({
  to,
  children,
}: {
  readonly to: Partial<PageState>
  readonly children: ComponentChildren
}) {
  const { state, open } = useNavigation()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    open(to)
  }
  return (
    <a href={formatPageState(moveTo(state, to))} onClick={follow}>
      {children}
    </a>
  )
}

/** An error in the words of the API, with its hint and the id of the request. */
export function Problem({ error }: { readonly error: RequestError }) {
  return (
    <div class="problem" role="alert">
      <strong>{error.status === 403 ? 'Denied' : 'Request failed'}</strong>
      <p>{error.message}</p>
      {error.hint !== undefined && <p>{error.hint}</p>}
      {error.status === 401 && (
        <p>
          <a href="/docs/sign-in">Sign in</a>
        </p>
      )}
      {error.requestId !== undefined && <p class="faint">Request {error.requestId}</p>}
    </div>
  )
}

/** A status word with its colour. */
export function Status({ value }: { readonly value: string }) {
  return <span class={`status ${toneOf(value)}`}>{value}</span>
}

/** Whether the view is kept up by the stream. */
export function Liveness({ state }: { readonly state: StreamState }) {
  return (
    <span class={`liveness ${state}`} role="status">
      {state}
    </span>
  )
}

/** A share as a bar, with its figure in words. */
export function Bar({ label, percent }: { readonly label: string; readonly percent: number }) {
  const width = Math.min(100, Math.max(0, percent))
  return (
    <span class="bar">
      <span class="bar-label">
        {label} {percent}%
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="6" />
        <rect class={width > 90 ? 'bad' : width > 75 ? 'warn' : 'good'} width={width} height="6" />
      </svg>
    </span>
  )
}
