import type { Pod } from '../../server/kinds/pods/model.ts'
import { exposition, type Exposition } from '../support/exposition.ts'
import type { Kube } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { askAll } from './asking.ts'
import { behind, newest, type Marks } from './marks.ts'
import { PREFIX } from '../kinds/parts.ts'
import type { Outcome } from './outcome.ts'
import { questionsOf, selectionKey, SELECTORS } from './questions.ts'
import { fingerprint, selectedBy, truthOf, type Truth } from './quorum.ts'
import type { Random } from './random.ts'
import type { Recorder } from './recorder.ts'
import { fixtures, resources } from '../kinds/register.ts'
import { keyOf } from './resources.ts'
import { endsOf } from './service-metrics.ts'
import type { StreamClients } from './stream-clients.ts'

/** The service has to be fully consistent within this time after the API server is back. */
const CONSISTENT_MS = 5000
/** Milliseconds that a service that has caught up has for receiving the marks. */
const FOLLOW_MS = 2000
const SILENT_MS = 400
const SETTLE_MS = 20_000
const ATTEMPTS = 6
/** Number of unchanging objects whose details are compared at each quiet point. */
const SAMPLE = 25

export interface QuietPoint {
  api: string
  kube: Kube
  marks: Marks
  recorders: readonly Recorder[]
  streams: StreamClients
  random: Random
  outcome: Outcome
  /** The base URL of the service's metrics. */
  operations: string
}

/** The events between the previous quiet point and this one. */
export interface Since {
  faults: readonly string[]
  /** The service's metrics at the previous quiet point. */
  counted: Exposition
}

/**
 * Compares all responses once the cluster has come to rest: they have to equal a fresh quorum list. A
 * comparison counts only if the list was the same before and after it. `backAt` is the end of the last fault,
 * `extraMs` the additional time in which the service may notice it, `since` the state at the previous quiet
 * point.
 */
export async function compareAll(
  point: QuietPoint,
  backAt: number,
  extraMs: number,
  since: Since,
): Promise<void> {
  const { api, kube, marks, recorders, outcome } = point
  const consistentBy = backAt + CONSISTENT_MS + extraMs
  const untold = await behind(api, await marks.touch(), consistentBy)
  const counted = untold.length > 0 ? await exposition(point.operations) : since.counted
  for (const { resource, said } of untold)
    outcome.diverged(
      `not caught up ${CONSISTENT_MS + extraMs} ms after ${since.faults.join(', ') || 'no fault'}`,
      `${said}; since the last quiet point its watch ended: ${ended(endsOf(since.counted, resource), endsOf(counted, resource))}`,
    )
  const lists = extraMs === 0 ? outcome.caughtUpAfter : outcome.noticedAfter
  lists.push(performance.now() - backAt)
  await settled(recorders)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const touched = await marks.touch()
    const truth = await truthOf(kube)
    const selections = await selectionsOf(kube)
    const versions = newest(truth, touched)
    const deadline = Math.max(consistentBy, performance.now() + FOLLOW_MS)
    const late = await behind(api, versions, deadline)
    const verdicts = await askAll(api, questionsOf(truth, selections, pickedFrom(truth.pods, point.random)))
    const forgotten = await recordersBehind(recorders, truth)
    const untaken = await point.streams.compare(truth, selections, deadline)
    if (fingerprint(await truthOf(kube)) !== fingerprint(truth)) continue
    const differences = [...untaken, ...point.streams.astray()]
    point.streams.rest()
    outcome.quietPoints++
    for (const { said } of late) outcome.diverged('not caught up in time', said)
    for (const one of forgotten) outcome.diverged('the recorder itself', one)
    for (const one of differences) outcome.diverged('stream', one)
    for (const { question, wrong, cache } of verdicts) {
      outcome.comparisons++
      outcome.routes.add(question.route)
      if (cache === 'hit') outcome.hits++
      const where = `${question.route} ${question.path}${question.limit === undefined ? '' : ` by ${question.limit}`}`
      if (wrong !== undefined) outcome.diverged(where, wrong)
      else if (cache !== 'hit' && question.isLive !== true)
        outcome.diverged(where, `X-Cache: ${cache}, not from watched state`)
    }
    return
  }
  outcome.unsettled++
}

/** Describes the increase between two counts, by reason. */
function ended(before: Readonly<Record<string, number>>, now: Readonly<Record<string, number>>): string {
  const more = Object.entries(now).map(([reason, count]) => [reason, count - (before[reason] ?? 0)] as const)
  return (
    more
      .filter(([, count]) => count > 0)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', ') || 'not at all'
  )
}

/**
 * Waits until the recorders have received no events for a moment. A cluster that does not come to rest is
 * compared nevertheless.
 */
async function settled(recorders: readonly Recorder[]): Promise<void> {
  const quiet = () => Math.max(...recorders.map(({ lastAt }) => lastAt)) < performance.now() - SILENT_MS
  await until('the cluster to hold still', () => (quiet() ? true : undefined), SETTLE_MS).catch(
    () => undefined,
  )
}

async function selectionsOf(kube: Kube): Promise<Map<string, Set<string>>> {
  const selections = new Map<string, Set<string>>()
  for (const resource of resources.filter((resource) => fixtures[resource].listed !== false))
    for (const selector of SELECTORS)
      selections.set(selectionKey(resource, selector), await selectedBy(kube, resource, selector))
  return selections
}

/** Picks all Pods of the churn and a sample of the others. */
function pickedFrom(pods: readonly Pod[], random: Random): Pod[] {
  const moved = pods.filter(({ metadata }) => metadata.namespace?.startsWith(`${PREFIX}-`))
  const still = pods.filter((pod) => !moved.includes(pod))
  return [...moved, ...still.filter(() => random.chance(SAMPLE / Math.max(still.length, 1)))]
}

/**
 * Compares the recorders with the lists too: the check of the streams is only as reliable as the recorders.
 */
async function recordersBehind(recorders: readonly Recorder[], truth: Truth): Promise<string[]> {
  const wrong = await Promise.all(
    recorders.map(async ({ resource, held }) => {
      const wanted = truth[resource].map((one) => `${keyOf(one)} ${one.metadata.resourceVersion}`).sort()
      const same = () => {
        const seen = [...held].map(([key, { version }]) => `${key} ${version}`).sort()
        return seen.join('\n') === wanted.join('\n') ? true : undefined
      }
      return until(resource, same, FOLLOW_MS * 5).then(
        () => undefined,
        () => `${resource}: ${held.size} held, ${wanted.length} there`,
      )
    }),
  )
  return wrong.filter((one) => one !== undefined)
}
