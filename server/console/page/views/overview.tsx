import { useEffect } from 'preact/hooks'
import { request, type Body } from '../api.ts'
import { formatHeading } from '../format-value.ts'
import { Link, Liveness, Loading, ReadProblem, Status } from '../parts.tsx'
import { findKind } from '../register.ts'
import { useNavigation } from '../use-page-state.ts'
import { useResource } from '../use-resource.ts'
import { useSettings } from '../use-settings.ts'
import { useStream } from '../use-stream.ts'
import { useThrottledCount } from '../use-throttled-count.ts'
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
  // A heartbeat refreshes too: some findings appear with time alone.
  const stream = useStream({ context, namespace, kinds: FOLLOWED, snapshot: 'false' }, refresh)
  const scope = { context, namespace }
  const subject = [context, namespace]
  const summary = useResource((signal) => request('getDashboardSummary', scope, signal), subject, version)
  const diagnosis = useResource(
    (signal) => request('getDiagnosis', { ...scope, limit: '100' }, signal),
    subject,
    version,
  )
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
      <ReadProblem of={summary} />
      <ReadProblem of={diagnosis} />
      <Loading of={summary} />
      <div class="overview">
        <div>
          {summary.data !== undefined && <Health health={summary.data.health} />}
          {diagnosis.data !== undefined && (
            <Findings heading="Findings" findings={diagnosis.data.findings} total={diagnosis.data.total} />
          )}
        </div>
        <div>
          {summary.data !== undefined && <Workloads summary={summary.data} />}
          <NodeBars context={context} version={version} />
          <WarningTimeline context={context} namespace={namespace} version={version} />
        </div>
      </div>
    </>
  )
}

function Introduction() {
  const { preferences, change } = useSettings()
  if (preferences.hasCompletedWelcome) return null
  return (
    <div class="introduction">
      <p>
        This page shows the state of the cluster, its faults and their causes. Open a finding to read the
        evidence and the next step, or choose a kind to list its objects. Press <kbd>/</kbd> to search and{' '}
        <kbd>?</kbd> to see all keys.
      </p>
      <button type="button" onClick={() => change({ hasCompletedWelcome: true })}>
        Close
      </button>
    </div>
  )
}

function Health({ health }: { readonly health: Summary['health'] }) {
  const { status, score, factors, partial } = health
  return (
    <section class="card health" aria-label="Health">
      <h3>Health</h3>
      <p class="score">
        <Status value={status} />
        {score !== undefined && <span>{score} of 100</span>}
      </p>
      {factors.length > 0 && (
        <ul class="factors" aria-label="Missing points by factor">
          {factors.map(({ factor, points }) => (
            <li key={factor}>
              <span class="number">−{points}</span> {formatHeading(factor).toLowerCase()}
            </li>
          ))}
        </ul>
      )}
      {partial && <p class="faint">Incomplete: a part of the cluster could not be read.</p>}
    </section>
  )
}

/** Words of the counts that need attention where they are not zero. */
const BAD = new Set(['degraded', 'failed', 'crashLooping', 'notReady'])
const UNDECIDED = new Set(['progressing', 'pending'])

function Workloads({ summary }: { readonly summary: Summary }) {
  const sections = Object.entries(summary).filter(([, value]) => isCounts(value))
  return (
    <section class="card" aria-label="Workloads">
      <h3>Workloads</h3>
      <table class="small counts">
        <caption class="hidden">Objects by kind and status</caption>
        <tbody>
          {sections.map(([section, counts]) => {
            const { total = 0, ...others } = counts as Record<string, number>
            const kind = findKind(section)
            return (
              <tr key={section}>
                <th scope="row">
                  {kind === undefined ? (
                    section
                  ) : (
                    <Link to={{ view: 'list', kind: kind.path }}>{kind.kind}</Link>
                  )}
                </th>
                <td class="number">{total}</td>
                <td class="message">
                  {Object.entries(others)
                    .filter(([, count]) => count > 0)
                    .map(([name, count]) => (
                      <span key={name} class={`count-part ${toneOfCount(name)}`}>
                        {count} {formatHeading(name).toLowerCase()}
                      </span>
                    ))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {summary.unavailable.map(({ section, error }) => (
        <p key={section} class="problem">
          {section}: {error}
        </p>
      ))}
    </section>
  )
}

function toneOfCount(name: string): string {
  if (BAD.has(name)) return 'bad'
  return UNDECIDED.has(name) ? 'warn' : 'faint'
}

function isCounts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'total' in value && !('issues' in value)
}
