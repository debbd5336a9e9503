import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { request, type Body } from '../api.ts'
import { Liveness, Problem, Status } from '../parts.tsx'
import { useNavigation } from '../use-page-state.ts'
import { useResource } from '../use-resource.ts'
import { useStream } from '../use-stream.ts'
import { Findings } from './findings.tsx'
import { NodeBars } from './node-bars.tsx'
import { WarningTimeline } from './warning-timeline.tsx'

/** Shortest time between two reads of the summaries while the cluster changes. */
const REFRESH_MS = 2000
const FOLLOWED = 'pods,deployments,nodes,events'

type Summary = Body<'getDashboardSummary'>

/** The state of the cluster at a glance. */
export function OverviewView() {
  const { state } = useNavigation()
  const { context, namespace } = state
  const [version, refresh] = useThrottledCount(REFRESH_MS)
  const stream = useStream({ context, namespace, kinds: FOLLOWED, snapshot: 'false' }, (message) => {
    if (message.event !== 'heartbeat') refresh()
  })
  const scope = { context, namespace }
  const keys = [context, namespace, version]
  const summary = useResource((signal) => request('getDashboardSummary', scope, signal), keys)
  const diagnosis = useResource((signal) => request('getDiagnosis', { ...scope, limit: '100' }, signal), keys)
  const incomplete = (summary.data?.syncing ?? diagnosis.data?.syncing ?? []).length > 0
  useEffect(() => {
    if (incomplete) refresh()
  }, [incomplete, version])
  return (
    <>
      <div class="title">
        <h2>Overview</h2>
        <Liveness state={stream.state} />
      </div>
      <Introduction />
      {summary.error !== undefined && <Problem error={summary.error} />}
      {summary.data !== undefined && <Health health={summary.data.health} />}
      {diagnosis.error !== undefined && <Problem error={diagnosis.error} />}
      {diagnosis.data !== undefined && (
        <Findings heading="Findings" findings={diagnosis.data.findings} total={diagnosis.data.total} />
      )}
      {summary.data !== undefined && <Workloads summary={summary.data} />}
      <NodeBars context={context} version={version} />
      <WarningTimeline context={context} namespace={namespace} version={version} />
    </>
  )
}

/** Returns a count and a function that raises it, at most once in some milliseconds. */
function useThrottledCount(milliseconds: number): readonly [number, () => void] {
  const [count, setCount] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const raise = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setCount((before) => before + 1)
    }, milliseconds)
  }, [milliseconds])
  return [count, raise]
}

function Introduction() {
  const [hidden, setHidden] = useState(() => localStorage.getItem('introduced') !== null)
  if (hidden) return null
  const close = () => {
    localStorage.setItem('introduced', 'yes')
    setHidden(true)
  }
  return (
    <p class="introduction">
      This page shows the state of the cluster and the causes of its faults. Choose a kind to list its
      objects, and an object to see its findings, relations, events and YAML. Press / to search.{' '}
      <button type="button" onClick={close}>
        Close
      </button>
    </p>
  )
}

function Health({ health }: { readonly health: Summary['health'] }) {
  return (
    <section class="card" aria-label="Health">
      <h3>
        Health <Status value={health.status} />{' '}
        {health.score !== undefined && <span>{health.score} of 100</span>}
      </h3>
      {health.factors.length > 0 && (
        <ul class="plain">
          {health.factors.map(({ factor, points }) => (
            <li key={factor}>
              −{points} {factor}
            </li>
          ))}
        </ul>
      )}
      {health.partial && <p class="faint">Incomplete: a part of the cluster could not be read.</p>}
    </section>
  )
}

function Workloads({ summary }: { readonly summary: Summary }) {
  const sections = Object.entries(summary).filter(([, value]) => isCounts(value))
  return (
    <section class="card" aria-label="Workloads">
      <h3>Workloads</h3>
      <dl class="tiles">
        {sections.map(([section, counts]) => (
          <div key={section} class="tile">
            <dt>{section}</dt>
            <dd>
              {Object.entries(counts as Record<string, number>)
                .filter(([name, count]) => name === 'total' || count > 0)
                .map(([name, count]) => (
                  <div key={name}>
                    {count} {name}
                  </div>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {summary.unavailable.map(({ section, error }) => (
        <p key={section} class="problem">
          {section}: {error}
        </p>
      ))}
    </section>
  )
}

function isCounts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'total' in value && !('issues' in value)
}
