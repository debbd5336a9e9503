import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import { until } from '../../support/until.ts'
import type { Stage } from '../stage.ts'
import { perSecond } from '../units.ts'
import { usualPods } from './reading-under-churn.ts'

/**
 * The longest wait in milliseconds for the service to notice the silent watch: caches are served for a
 * minute, and silence is detected within half of that.
 */
const PATIENCE_MS = 30_000
const AT_LEAST = 0.85

/**
 * P1 while the API server does not respond: responses from the caches are marked stale and cost no more than
 * before.
 */
export async function silence({ cluster, service, settings }: Stage): Promise<Row> {
  const url = usualPods(service.origin, cluster.shape)
  const rate = async (): Promise<number> =>
    (await closedLoop({ url, connections: 16, seconds: settings.seconds })).perSecond
  const said = (use: string): Promise<true> =>
    until(
      `reads to be a ${use}`,
      async () => ((await ask(url)).headers['x-cache'] === use ? true : undefined),
      PATIENCE_MS,
    )
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of cluster.pids) process.kill(pid, name)
  }
  const groups = {
    answering: async () => {
      await said('hit')
      return rate()
    },
    silent: async () => {
      signal('SIGSTOP')
      try {
        await said('stale')
        return await rate()
      } finally {
        signal('SIGCONT')
      }
    },
  }
  const rounds = await interleave(groups, ({ answering }) => answering, { rounds: settings.rounds })
  await said('hit')
  return {
    id: 'P1',
    scenario: 'the same while the API server does not answer',
    on: cluster.name,
    value: perSecond(median(rounds.map(({ silent }) => silent))),
    limit: perSecond(median(rounds.map(({ answering }) => answering))),
    claims: [
      {
        what: 'of answering',
        figure: estimate(rounds.map(({ silent, answering }) => silent / answering)),
        target: { atLeast: AT_LEAST },
      },
    ],
  }
}
