import { expect } from 'chai'
import type { IntOrString } from '../../cluster/objects.ts'
import { resolveRollingUpdate } from './rolling-update.ts'

describe('resolveRollingUpdate', () => {
  const cases: [
    surge: IntOrString | null | undefined,
    unavailable: IntOrString | null | undefined,
    replicas: number,
    want: [maxSurge: number, maxUnavailable: number],
  ][] = [
    ['25%', '25%', 10, [3, 2]],
    ['25%', '25%', 4, [1, 1]],
    ['25%', '25%', 3, [1, 0]],
    ['25%', '25%', 1, [1, 0]],
    ['25%', '25%', 0, [0, 1]],
    ['29%', '29%', 100, [29, 29]],
    ['100%', '0%', 5, [5, 0]],
    ['200%', '100%', 5, [10, 5]],
    ['0%', '0%', 5, [0, 1]],
    ['0%', '10%', 5, [0, 1]],
    [0, 0, 5, [0, 1]],
    [0, '50%', 5, [0, 2]],
    [1, 0, 5, [1, 0]],
    [2, 3, 1, [2, 3]],
    [undefined, undefined, 8, [2, 2]],
    [null, null, 8, [2, 2]],
    [undefined, 0, 8, [2, 0]],
    [0, undefined, 8, [0, 2]],
    ['3', '25%', 8, [0, 0]],
    ['x%', 1, 8, [0, 0]],
    ['%', '%', 8, [0, 0]],
    [1.5, 1, 8, [0, 0]],
  ]
  for (const [surge, unavailable, replicas, [maxSurge, maxUnavailable]] of cases)
    it(`resolves ${String(surge)} and ${String(unavailable)} of ${replicas}`, () => {
      const asked = {
        ...(surge === undefined ? {} : { maxSurge: surge }),
        ...(unavailable === undefined ? {} : { maxUnavailable: unavailable }),
      }
      expect(resolveRollingUpdate(asked, replicas)).to.deep.equal({ maxSurge, maxUnavailable })
    })

  it('takes what the API server sets by default where nothing is said', () => {
    expect(resolveRollingUpdate(undefined, 4)).to.deep.equal({ maxSurge: 1, maxUnavailable: 1 })
    expect(resolveRollingUpdate(null, 4)).to.deep.equal({ maxSurge: 1, maxUnavailable: 1 })
  })
})
