import { Component } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Body } from '../api.ts'
import { splitLines, splitMatches, type LogBlock } from '../log-blocks.ts'
import { MAX_LINES, type LogLine } from '../log-buffer.ts'
import { downloadUrl, type LogTarget } from '../log-url.ts'
import { Check, Liveness, Picker, Problem } from '../parts.tsx'
import { focusOn, useKey } from '../use-keys.ts'
import { useLog, type DrawnLog } from '../use-log.ts'
import { useNavigation } from '../use-page-state.ts'
import type { ObjectParameters } from './restart.tsx'

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container'

/** The log of a container of a Pod. */
export function Logs(options: {
  readonly operation: string
  readonly object: ObjectParameters
  readonly detail: Body<'getPod'>
}) {
  const { operation, object, detail } = options
  const { state, adjust } = useNavigation()
  const containers = containersOf(detail)
  const container = state.container === '' ? defaultContainer(detail) : state.container
  const previous = state.previous === 'yes'
  const [follow, setFollow] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const target: LogTarget = { operation, ...object, container, previous }
  const log = useLog(target, follow, attempt)
  return (
    <section class="card log-card" aria-label="Log">
      <h3>
        Log of <bdi>{container}</bdi>
      </h3>
      <div class="filters">
        <Picker
          id="container"
          label="Container"
          value={container}
          options={containers}
          onPick={(name) => adjust({ container: name })}
        />
        <Check
          label="Previous instance"
          value={previous}
          onChange={(value) => adjust({ previous: value ? 'yes' : '' })}
        />
        <Check label="Follow" value={follow && !previous} disabled={previous} onChange={setFollow} />
      </div>
      {log.error !== undefined && <Problem error={log.error} />}
      <LogLines log={log} target={target} />
      {(log.state === 'ended' || log.error !== undefined) && (
        <p>
          {log.error === undefined && <span class="faint">The log has ended. </span>}
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            Read again
          </button>
        </p>
      )}
    </section>
  )
}

function containersOf({ containers, initContainers, ephemeralContainers }: Body<'getPod'>) {
  return [
    ...containers.map(({ name }) => [name, name] as const),
    ...initContainers.map(({ name }) => [name, `${name} (init)`] as const),
    ...ephemeralContainers.map(({ name }) => [name, `${name} (ephemeral)`] as const),
  ]
}

function defaultContainer({ annotations, containers }: Body<'getPod'>): string {
  const named = annotations[DEFAULT_CONTAINER]
  return containers.find(({ name }) => name === named)?.name ?? containers[0]?.name ?? ''
}

/** The lines with their filter; they stay at the newest as long as the reader does not scroll up. */
function LogLines({ log, target }: { readonly log: DrawnLog; readonly target: LogTarget }) {
  const { buffer, state } = log
  const [query, setQuery] = useState('')
  const [wrap, setWrap] = useState(true)
  const [timestamps, setTimestamps] = useState(false)
  useKey('filter', () => focusOn('#log-filter'))
  const lines = filterLines(buffer.lines, query)
  const count =
    query === ''
      ? `${buffer.lines.length.toLocaleString('en')} lines`
      : `${lines.length.toLocaleString('en')} of ${buffer.lines.length.toLocaleString('en')} lines`
  return (
    <>
      <div class="filters">
        <label class="field">
          <span>Search</span>
          <input
            id="log-filter"
            type="search"
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </label>
        <Check label="Wrap" value={wrap} onChange={setWrap} />
        <Check label="Timestamps" value={timestamps} onChange={setTimestamps} />
        <Liveness state={state} />
        <span class="faint">{count}</span>
        <a href={downloadUrl(target, timestamps)} download={`${target.name}-${target.container}.log`}>
          Download
        </a>
      </div>
      {buffer.dropped > 0 && (
        <p class="faint">
          {`Older lines were dropped: the page keeps the newest ${MAX_LINES.toLocaleString('en')}, as does a download.`}
        </p>
      )}
      <LineBox
        lines={lines}
        dropped={query === '' ? buffer.dropped : 0}
        query={query}
        wrap={wrap}
        timestamps={timestamps}
      />
      {buffer.lines.length === 0 && state !== 'connecting' && log.error === undefined && (
        <p class="faint">The container has written nothing.</p>
      )}
    </>
  )
}

function filterLines(lines: readonly LogLine[], query: string): readonly LogLine[] {
  const part = query.toLowerCase()
  return part === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(part))
}

interface LineBoxOptions {
  readonly lines: readonly LogLine[]
  readonly dropped: number
  readonly query: string
  readonly wrap: boolean
  readonly timestamps: boolean
}

function LineBox({ lines, dropped, query, wrap, timestamps }: LineBoxOptions) {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  useLayoutEffect(() => {
    if (isAtEnd && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [lines.at(-1), isAtEnd, wrap, timestamps])
  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLDivElement }) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    setAtEnd(scrollHeight - scrollTop - clientHeight < 24)
  }
  return (
    <div class="log-frame">
      <div
        ref={box}
        class={`log ${wrap ? 'wrap' : ''} ${timestamps ? 'with-times' : ''}`}
        tabIndex={0}
        role="region"
        aria-label="Lines of the log"
        onScroll={onScroll}
      >
        {splitLines(lines, dropped).map(({ key, lines: some }) => (
          <Block
            key={query === '' ? key : `${query} ${some.length} ${key}`}
            block={{ key, lines: some }}
            query={query}
            timestamps={timestamps}
          />
        ))}
      </div>
      {!isAtEnd && (
        <button type="button" class="newest" onClick={() => setAtEnd(true)}>
          Newest lines
        </button>
      )}
    </div>
  )
}

interface BlockOptions {
  readonly block: LogBlock
  readonly query: string
  readonly timestamps: boolean
}

/** Lines that are drawn again only if they change. */
class Block extends Component<BlockOptions> {
  override shouldComponentUpdate(next: BlockOptions): boolean {
    const { block, query, timestamps } = this.props
    return (
      next.timestamps !== timestamps ||
      next.query !== query ||
      next.block.key !== block.key ||
      next.block.lines[0] !== block.lines[0]
    )
  }

  override render({ block, query, timestamps }: BlockOptions) {
    return (
      <div class="block">
        {block.lines.map(({ time, text }, index) => (
          <div key={index} class="line">
            {timestamps && <time>{time}</time>}
            <bdi>
              {splitMatches(text, query).map((part, at) =>
                part.isMatch ? <mark key={at}>{part.text}</mark> : part.text,
              )}
            </bdi>
          </div>
        ))}
      </div>
    )
  }
}
