import { ask, type RawAnswer } from '../measure/ask.ts'
import type { Claim, Row } from '../measure/claim.ts'
import { againstEarlier, exactly } from '../measure/claim.ts'
import { exposition, upstreamCalls } from '../../support/exposition.ts'
import { cpuSeconds, idle, memoryOf } from '../measure/proc.ts'
import { interleave, type RoundGroup } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop, type Throughput } from '../measure/wrk.ts'
import { decoded, disagreement, numberOfItems } from '../agreement.ts'
import { until } from '../../support/until.ts'
import type { Question } from '../questions.ts'
import type { Stage } from '../stage.ts'
import { earlierIn, keyOfEarlier } from '../subject.ts'
import type { EarlierName, EarlierService, Subject } from '../subject.ts'
import { count, micros, perSecond } from '../units.ts'

/** Numbers of connections that saturate a server; more would only wait in the queue. */
const CONNECTIONS = { small: 16, large: 4, twin: 4, largeOfTwin: 2 } as const

interface Go extends Throughput {
  cpuMicros: number
}

type RoundGroups = Record<'limit' | 'service' | 'twin' | EarlierName, RoundGroup<Go>>

/** Asks until the response leaves out no kind that is still being read. */
async function completeAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  return until(`a complete response of ${url}`, async () => {
    const answer = await ask(url, headers)
    return answer.body.includes('"syncing":') ? undefined : answer
  })
}

/**
 * Measures one request on raw node:http with the same bytes (L1), on the service, and on the twin, in turn.
 */
export async function reads(stage: Stage, question: Question): Promise<Row> {
  const { id, scenario, path, ofLimit, timesTwin } = question
  const row = { id, scenario, on: stage.cluster.name }
  const headers = await requestHeaders(stage, question)
  const answer = await completeAnswer(stage.service.origin + path, headers)
  const wrong = await mistake(stage, question, answer)
  if (wrong !== undefined) return { ...row, value: '-', limit: '-', claims: [], wrong }
  await stage.limit.give(answer)
  const group =
    (subject: Subject, connections: number, seconds = stage.settings.seconds): RoundGroup<Go> =>
    async () => {
      if (timesTwin !== undefined) await idle(pids)
      return closed(subject, { url: subject.origin + path, headers, connections, seconds })
    }
  const before = await withRoute(stage.before, path, headers)
  const pids = [stage.service, stage.limit, stage.twin, ...before]
    .map(({ pid }) => pid)
    .concat(stage.cluster.pids)
  const many = question.large === true ? CONNECTIONS.large : CONNECTIONS.small
  const groups = {
    limit: group(stage.limit, many),
    service: group(stage.service, many),
    ...Object.fromEntries(before.map((earlier) => [keyOfEarlier(earlier), group(earlier, many)])),
    ...(timesTwin === undefined
      ? {}
      : { twin: group(stage.twin, question.large === true ? CONNECTIONS.largeOfTwin : CONNECTIONS.twin) }),
  }
  const warmed = [stage.limit, stage.service, ...before, ...(timesTwin === undefined ? [] : [stage.twin])]
  for (const subject of warmed) await group(subject, 4, 1)()
  const callsBefore = upstreamCalls(await exposition(stage.service.operations))
  const rounds = await interleave<keyof RoundGroups, Go>(
    // Without the twin, no round contains its figures, and they are not read below.
    groups as RoundGroups,
    ({ limit }) => limit.perSecond,
    stage.settings,
  )
  const after = await exposition(stage.service.operations)
  const upstream = upstreamCalls(after).reads - callsBefore.reads
  const most = median(rounds.map(({ service }) => service.perSecond))
  const openLoop = stage.settings.smoke ? {} : await latencies(stage, question, headers, most / 2)
  const claims: Claim[] = [
    {
      what: 'of L1',
      figure: estimate(rounds.map(({ limit, service }) => service.perSecond / limit.perSecond)),
      target: { atLeast: ofLimit },
    },
    { what: 'API server reads', figure: exactly(upstream), target: { atMost: 0 } },
  ]
  for (const earlier of before) {
    const ratios = rounds.map((round) => round.service.perSecond / earlierIn(round, earlier).perSecond)
    claims.push(againstEarlier(earlier.name, ratios, true))
  }
  if (timesTwin !== undefined)
    claims.push({
      what: 'x twin',
      twin: true,
      figure: estimate(rounds.map(({ service, twin }) => service.perSecond / atLeastOne(twin))),
      target: { atLeast: timesTwin },
    })
  if (question.latencyOfTwin !== undefined) {
    const half = median(rounds.map(({ twin }) => atLeastOne(twin))) / 2
    claims.push(await latencyClaim(stage, question, { service: most / 2, twin: half }))
  }
  const { pss } = memoryOf(stage.service.pid)
  return {
    ...row,
    value: perSecond(most),
    limit: perSecond(median(rounds.map(({ limit }) => limit.perSecond))),
    claims,
    ...(rounds.length < stage.settings.rounds
      ? { note: `only ${rounds.length} rounds in which L1 was steady` }
      : {}),
    also: {
      rounds: rounds.length,
      bytes: answer.body.length,
      cpuOfRequest: micros(median(rounds.map(({ service }) => service.cpuMicros))),
      cpuOfRequestL1: micros(median(rounds.map(({ limit }) => limit.cpuMicros))),
      pssMiB: count(pss),
      loopDelayP99Ms: count(after.sum('nodejs_eventloop_lag_p99_seconds') * 1000),
      ...openLoop,
    },
  }
}

/** Returns the earlier checkouts that have a route. */
async function withRoute(
  earlier: readonly EarlierService[],
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<EarlierService[]> {
  const statuses = await Promise.all(earlier.map(async ({ origin }) => ask(origin + path, headers)))
  return earlier.filter((_, index) => statuses[index]?.status !== 404)
}

/** Returns the headers of a request; a conditional one first reads the validator. */
async function requestHeaders(
  stage: Stage,
  { path, headers = {}, conditional }: Question,
): Promise<Record<string, string>> {
  if (conditional !== true) return { ...headers }
  const { headers: answered } = await ask(stage.service.origin + path)
  return { ...headers, 'if-none-match': answered['etag'] ?? '' }
}

/** Returns the error in the service's response; if there is one, nothing is measured. */
async function mistake(stage: Stage, question: Question, answer: RawAnswer): Promise<string | undefined> {
  const { path, encoding, conditional } = question
  if (answer.status !== (conditional === true ? 304 : 200)) return `the answer is a ${answer.status}`
  if (conditional === true) return undefined
  if (answer.headers['content-encoding'] !== encoding)
    return `the answer comes as ${answer.headers['content-encoding'] ?? 'identity'}`
  const ours = decoded(answer)
  const there = numberOfItems(ours)
  if (there < (question.items ?? 0)) return `${there} items of ${question.items}`
  if (question.alone === true) return undefined
  const twins = await ask(stage.twin.origin + path)
  return disagreement(ours, decoded(twins))
}

async function closed(
  { pid }: Subject,
  load: { url: string; headers: Readonly<Record<string, string>>; connections: number; seconds: number },
): Promise<Go> {
  const before = cpuSeconds(pid)
  const found = await closedLoop(load)
  return { ...found, cpuMicros: ((cpuSeconds(pid) - before) / Math.max(found.requests, 1)) * 1e6 }
}

/** If the twin completed no request in a round, it counts as having almost completed one. */
function atLeastOne({ requests, perSecond }: Throughput): number {
  return requests === 0 ? 0.2 : perSecond
}

/** Returns latencies at half of the service's maximum rate, counted from the planned time of each request. */
async function latencies(
  stage: Stage,
  { path, large }: Question,
  headers: Readonly<Record<string, string>>,
  rate: number,
): Promise<Record<string, string>> {
  const urls = [stage.service.origin + path]
  const connections = large === true ? 16 : 64
  const { seconds } = stage.settings
  const found = await stage.load.openLoop({ urls, headers, perSecond: rate, seconds, connections })
  return {
    p50Ms: count(found.p50),
    p99Ms: count(found.p99),
    late99Ms: count(found.late99),
    failed: count(found.failed),
  }
}

async function latencyClaim(
  stage: Stage,
  { path, latencyOfTwin = 0 }: Question,
  rates: { service: number; twin: number },
): Promise<Claim> {
  const open = (subject: Subject, rate: number) => async (): Promise<number> => {
    const { seconds } = stage.settings
    await idle([stage.service.pid, stage.twin.pid, ...stage.cluster.pids])
    const load = { urls: [subject.origin + path], perSecond: rate, seconds, connections: 64 }
    return (await stage.load.openLoop(load)).p99
  }
  const groups = { service: open(stage.service, rates.service), twin: open(stage.twin, rates.twin) }
  const rounds = await interleave(groups, ({ twin }) => twin, { rounds: stage.settings.rounds, drift: 0.5 })
  return {
    what: 'p99 of twin',
    twin: true,
    figure: estimate(rounds.map(({ service, twin }) => service / twin)),
    target: { atMost: latencyOfTwin },
  }
}
