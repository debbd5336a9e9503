import { placeOf } from '../data/pods.ts'
import type { Row } from '../measure/claim.ts'
import { idle } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import { ask } from '../measure/ask.ts'
import { decoded, disagreement } from '../agreement.ts'
import type { Stage } from '../stage.ts'
import type { Subject } from '../subject.ts'
import { estimated, millis, perSecond } from '../units.ts'

/** P7: the events of one object among all events, compared with the object's detail and with the twin. */
export async function events(stage: Stage): Promise<Row> {
  const { name, namespace } = placeOf(stage.cluster.shape, 0)
  const path = `/api/pods/${name}/events?namespace=${namespace}`
  const detail = `/api/pods/${name}?namespace=${namespace}`
  const row = {
    id: 'P7',
    scenario: `events of a Pod among ${stage.cluster.shape.events}`,
    on: stage.cluster.name,
  }
  const answers = [await ask(stage.service.origin + path), await ask(stage.twin.origin + path)] as const
  const wrong =
    answers[0].status === 200
      ? disagreement(decoded(answers[0]), decoded(answers[1]))
      : `the answer is a ${answers[0].status}`
  if (wrong !== undefined) return { ...row, value: '-', limit: '-', claims: [], wrong }
  const { seconds, rounds, smoke } = stage.settings
  const pids = [stage.service.pid, stage.twin.pid, ...stage.cluster.pids]
  const closed = (subject: Subject, connections: number) => async (): Promise<number> => {
    await idle(pids)
    return (await closedLoop({ url: subject.origin + path, connections, seconds })).perSecond
  }
  const most = await interleave(
    { service: closed(stage.service, 16), twin: closed(stage.twin, 4) },
    ({ twin }) => twin,
    { rounds },
  )
  const rate = median(most.map(({ service }) => service)) / 2
  const open = (asked: string) => async (): Promise<number> => {
    await idle(pids)
    const url = stage.service.origin + asked
    // The access review for this read was made before the other group ran. The first read would wait for a new
    // one, and other reads behind it.
    await ask(url)
    const load = { urls: [url], perSecond: rate, seconds, connections: 64, yielding: true }
    return (await stage.load.openLoop(load)).p99
  }
  const groups = { events: open(path), detail: open(detail), again: open(detail) }
  // A 99th percentile of one second on a busy machine is not meaningful.
  const timed = smoke ? [] : await interleave(groups, ({ detail }) => detail, { rounds, drift: 0.5 })
  return {
    ...row,
    value: perSecond(rate * 2),
    limit: smoke ? '-' : `p99 ${millis(median(timed.map(({ detail }) => detail)))}`,
    claims: [
      ...(smoke
        ? []
        : [
            {
              what: 'p99 of the detail',
              figure: estimate(timed.map(({ events, detail }) => events / detail)),
              target: { atMost: 1.3 },
            },
          ]),
      {
        what: 'x twin',
        twin: true,
        figure: estimate(most.map(({ service, twin }) => service / Math.max(twin, 0.2))),
        target: { atLeast: 20 },
      },
    ],
    also: {
      p99: millis(median(timed.map(({ events }) => events))),
      // The same request measured twice, which shows the machine's own variation.
      detailOfItself: smoke ? '-' : estimated(estimate(timed.map(({ again, detail }) => again / detail))),
    },
  }
}
