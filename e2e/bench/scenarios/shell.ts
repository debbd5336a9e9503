import { join } from 'node:path'
import { placeOf } from '../data/pods.ts'
import type { BenchDemo } from '../demo-cluster.ts'
import { ask } from '../measure/ask.ts'
import { againstEarlier, type Row } from '../measure/claim.ts'
import { idle } from '../measure/proc.ts'
import { interleave, type RoundGroup } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import type { Settings } from '../settings.ts'
import { earlierIn, keyOfEarlier, startEarlier, startService, synced } from '../subject.ts'
import type { EarlierName, EarlierService, RunningService } from '../subject.ts'
import { perSecond } from '../units.ts'

const AUDIENCE = 'bench'
const CONNECTIONS = 16

/**
 * P22: the smallest read, by a caller with a bearer token: with authentication, access reviews, metrics and
 * access log, and without all of them (processes/off.ts); earlier checkouts have them on.
 */
export async function shell(cluster: BenchDemo, settings: Settings): Promise<Row> {
  const off = join(import.meta.dirname, '..', 'processes', 'off.ts')
  const on = await startService(cluster, { args: ['--token-audiences', AUDIENCE] })
  const bare = await startService(cluster, {
    flags: ['--import', off],
    args: ['--token-audiences', AUDIENCE, '--access-log', 'false'],
  })
  const earlier: EarlierService[] = []
  const row = { id: 'P22', scenario: 'authentication, gate, metrics and access log', on: cluster.name }
  try {
    for (const service of [on, bare]) await synced(service)
    earlier.push(...(await startEarlier(cluster, settings, { args: ['--token-audiences', AUDIENCE] })))
    const { namespace, name } = placeOf(cluster.shape, 0)
    const path = `/api/pods/${name}?namespace=${namespace}`
    const headers = { authorization: `Bearer ${await cluster.tokenFor(AUDIENCE)}` }
    const wrong = await mistake(on, bare, path, headers)
    if (wrong !== undefined) return { ...row, value: '-', limit: '-', claims: [], wrong }
    const group = (service: RunningService, seconds: number) => async (): Promise<number> => {
      await idle([on, bare, ...earlier].map(({ pid }) => pid).concat(cluster.pids))
      const load = { url: service.origin + path, headers, connections: CONNECTIONS, seconds }
      return (await closedLoop(load)).perSecond
    }
    for (const service of [on, bare, ...earlier]) await group(service, 1)()
    const groups: Record<'off' | 'on' | EarlierName, RoundGroup<number>> = {
      off: group(bare, settings.seconds),
      on: group(on, settings.seconds),
      ...Object.fromEntries(earlier.map((one) => [keyOfEarlier(one), group(one, settings.seconds)])),
    }
    const rounds = await interleave(groups, (round) => round.off, settings)
    return {
      ...row,
      value: perSecond(median(rounds.map((round) => round.on))),
      limit: `off ${perSecond(median(rounds.map((round) => round.off)))}`,
      claims: [
        {
          what: 'of off',
          figure: estimate(rounds.map((round) => round.on / round.off)),
          target: { atLeast: 0.8 },
        },
        ...earlier.map((one) =>
          againstEarlier(
            one.name,
            rounds.map((round) => round.on / earlierIn(round, one)),
            true,
          ),
        ),
      ],
    }
  } finally {
    for (const service of [on, bare, ...earlier]) await service.end()
  }
}

/**
 * Checks the setup: the complete service rejects callers without a valid token, the reduced one accepts
 * everyone.
 */
async function mistake(
  on: RunningService,
  bare: RunningService,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const bad = { authorization: 'Bearer none' }
  for (const [service, shown, status] of [
    [on, headers, 200],
    [on, bad, 401],
    [bare, headers, 200],
    [bare, bad, 200],
  ] as const) {
    const answer = await ask(service.origin + path, shown)
    if (answer.status !== status) return `an answer is a ${answer.status} in place of ${status}`
  }
  return undefined
}
