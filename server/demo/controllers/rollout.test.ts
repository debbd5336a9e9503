import { expect } from 'chai'
import * as fc from 'fast-check'
import { type Sized, newReplicas, oldReplicas, resolveFenceposts } from './rollout.ts'

describe('demo roll-out arithmetic', () => {
  for (const [surge, unavailable, desired, expected] of [
    ['25%', '25%', 2, { surge: 1, unavailable: 0 }],
    ['25%', '25%', 4, { surge: 1, unavailable: 1 }],
    ['25%', '25%', 10, { surge: 3, unavailable: 2 }],
    ['0%', '25%', 2, { surge: 0, unavailable: 1 }],
    [0, 0, 3, { surge: 0, unavailable: 1 }],
    [1, 0, 3, { surge: 1, unavailable: 0 }],
    ['100%', '100%', 3, { surge: 3, unavailable: 3 }],
    [1, 5, 3, { surge: 1, unavailable: 3 }],
  ] as const) {
    it(`maxSurge ${surge}, maxUnavailable ${unavailable} of ${desired}`, () => {
      expect(resolveFenceposts(surge, unavailable, desired)).to.deep.equal(expected)
    })
  }

  it('the new set grows by what surge leaves room for', () => {
    const old = { replicas: 10, available: 10 }
    expect(newReplicas(10, 3, { replicas: 0, available: 0 }, [old])).to.equal(3)
    expect(
      newReplicas(10, 3, { replicas: 3, available: 0 }, [
        { replicas: 8, available: 8 },
        { replicas: 3, available: 0 },
      ]),
    ).to.equal(5)
    expect(newReplicas(2, 1, { replicas: 5, available: 5 }, [{ replicas: 5, available: 5 }])).to.equal(2)
  })

  it('old sets shrink by what is available beyond the minimum', () => {
    const current = { replicas: 3, available: 3 }
    expect(oldReplicas(10, 2, current, [{ replicas: 8, available: 8 }])).to.deep.equal([5])
    expect(
      oldReplicas(10, 2, { replicas: 3, available: 0 }, [{ replicas: 10, available: 10 }]),
    ).to.deep.equal([8])
  })

  it('unhealthy old Pods go first, and the oldest set before the others', () => {
    const sizes = oldReplicas(4, 1, { replicas: 2, available: 2 }, [
      { replicas: 2, available: 0 },
      { replicas: 2, available: 2 },
    ])
    expect(sizes).to.deep.equal([0, 1])
  })

  it('ends at the desired size, never below the minimum available nor above the surge', () => {
    const sizes = fc.integer({ min: 1, max: 30 })
    const fence = fc.oneof(
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
    )
    fc.assert(
      fc.property(sizes, fence, fence, (desired, maxSurge, maxUnavailable) => {
        const { surge, unavailable } = resolveFenceposts(maxSurge, maxUnavailable, desired)
        let old: Sized = { replicas: desired, available: desired }
        let current: Sized = { replicas: 0, available: 0 }
        for (let step = 0; step < 200 && (old.replicas > 0 || current.replicas < desired); step += 1) {
          const grown = newReplicas(desired, surge, current, [old, current])
          const [shrunk = 0] =
            grown === current.replicas ? oldReplicas(desired, unavailable, current, [old]) : [old.replicas]
          expect(grown + shrunk).to.be.at.most(desired + surge)
          old = { replicas: shrunk, available: shrunk }
          expect(old.available + current.available).to.be.at.least(desired - unavailable)
          current = { replicas: grown, available: grown }
        }
        expect([old.replicas, current.replicas]).to.deep.equal([0, desired])
      }),
    )
  })
})
