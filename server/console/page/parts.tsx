import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RequestError } from './api.ts'
import type { LogState } from './follow-log.ts'
import { toneOf } from './format-value.ts'
import { formatPageState, moveTo, type PageState } from './page-state.ts'
import { connectAddress } from './repository-files.ts'
import type { Resource } from './resource.ts'
import { useNavigation } from './use-page-state.ts'

/** A link to another view; it opens in place, and in a new tab as any other link. */
export function Link({
  to,
  children,
  current,
}: {
  readonly to: Partial<PageState>
  readonly children: ComponentChildren
  readonly current?: boolean
}) {
  const { state, open } = useNavigation()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    open(to)
  }
  return (
    <a
      href={formatPageState(moveTo(state, to))}
      onClick={follow}
      aria-current={current === true ? 'page' : undefined}
    >
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
      {error.connectUrl !== undefined && (
        <p>
          <ConnectLink path={error.connectUrl} text="Connect your account" />
        </p>
      )}
      {error.requestId !== undefined && <p class="faint">Request {error.requestId}</p>}
    </div>
  )
}

/** A link to connect an account of the repository host, which leads back to this view. */
export function ConnectLink({ path, text }: { readonly path: string; readonly text: string }) {
  return <a href={connectAddress(path, formatPageState(useNavigation().state))}>{text}</a>
}

/** The error of a read, and the time of the last one that succeeded if its state is still on the page. */
export function ReadProblem({ of }: { readonly of: Resource<unknown> }) {
  const { error, data, readAt } = of
  if (error === undefined) return null
  return (
    <>
      <Problem error={error} />
      {data !== undefined && readAt !== undefined && (
        <p class="faint">
          {`Old: this was read at ${new Date(readAt).toLocaleTimeString()}, and may have changed since.`}
        </p>
      )}
    </>
  )
}

/** Words until the first read of something ends. */
export function Loading({
  of,
  text = 'Loading…',
}: {
  readonly of: Resource<unknown>
  readonly text?: string
}) {
  return of.data === undefined && of.error === undefined ? <p class="faint">{text}</p> : null
}

/** A status word with its colour. */
export function Status({ value }: { readonly value: string }) {
  return <span class={`status ${toneOf(value)}`}>{value}</span>
}

/** Whether the view is kept up by the stream, or a log by its connection. */
export function Liveness({ state }: { readonly state: LogState }) {
  return (
    <span class={`liveness ${state}`} role="status">
      {state === 'ended' ? 'complete' : state}
    </span>
  )
}

/** A share as a bar, with its figure in words. */
export function Bar({ label, percent }: { readonly label: string; readonly percent: number }) {
  const width = Math.min(100, Math.max(0, percent))
  return (
    <span class="bar">
      <span class="bar-label">
        <span>{label}</span> <span>{percent}%</span>
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="6" />
        <rect class={width > 90 ? 'bad' : width > 75 ? 'warn' : 'plain'} width={width} height="6" />
      </svg>
    </span>
  )
}

/** A choice among texts. */
export function Picker(options: {
  readonly id: string
  readonly label: string
  readonly value: string
  /** The text of the field until there is a choice. */
  readonly placeholder?: string
  readonly options: readonly (string | readonly [value: string, text: string])[]
  readonly onPick: (value: string) => void
}) {
  const { id, label, value, placeholder, onPick } = options
  return (
    <label class="field">
      <span>{label}</span>
      <select id={id} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        {placeholder !== undefined && value === '' && <option value="">{placeholder}</option>}
        {options.options.map((option) => {
          const [key, text] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={key} value={key}>
              {text}
            </option>
          )
        })}
      </select>
    </label>
  )
}

/** A choice of yes or no. */
export function Check(options: {
  readonly label: string
  readonly value: boolean
  readonly disabled?: boolean
  readonly onChange: (value: boolean) => void
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={options.value}
        disabled={options.disabled}
        onChange={({ currentTarget }) => options.onChange(currentTarget.checked)}
      />
      {options.label}
    </label>
  )
}

/** A dialog over the page; Escape closes it. */
export function Dialog(options: {
  readonly heading: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the browser draws: a key that is pressed next is for the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="dialog-heading" onClose={options.onClose}>
      <h2 id="dialog-heading">{options.heading}</h2>
      {options.children}
    </dialog>
  )
}
