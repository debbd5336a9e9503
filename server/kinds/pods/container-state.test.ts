import { expect } from 'chai'
import type { ContainerState as Reported } from './model.ts'
import { containerState } from './container-state.ts'

describe('containerState', () => {
  const cases: [reported: Reported | null | undefined, want: object | undefined][] = [
    [{ running: { startedAt: '2026-11-20T11:25:00Z' } }, { running: { startedAt: '2026-11-20T11:25:00Z' } }],
    [{ running: { startedAt: null } }, { running: {} }],
    [{ running: {}, waiting: null, terminated: null }, { running: {} }],
    [{ waiting: { reason: 'R', message: 'm' } }, { waiting: { reason: 'R', message: 'm' } }],
    [{ waiting: {} }, { waiting: {} }],
    [{ terminated: { exitCode: 0 } }, { terminated: { exitCode: 0 } }],
    [
      {
        terminated: {
          exitCode: 137,
          signal: 9,
          reason: 'OOMKilled',
          message: 'm',
          startedAt: '2026-11-20T11:25:00.5Z',
          finishedAt: null,
        },
      },
      {
        terminated: {
          exitCode: 137,
          signal: 9,
          reason: 'OOMKilled',
          message: 'm',
          startedAt: '2026-11-20T11:25:00Z',
        },
      },
    ],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
  ]
  for (const [reported, want] of cases)
    it(JSON.stringify(reported) ?? 'undefined', () => expect(containerState(reported)).to.deep.equal(want))
})
