import { expect } from 'chai'
import { CheckingStage, labelledPod as pod } from '../../support/checking-stage.ts'

describe('the self-check of watched state', () => {
  it('gives no false alarm under churn, in 50 checks', async function () {
    this.timeout(180_000)
    const stage = await CheckingStage.open([pod('first')])
    const { demo, reflection, results, divergences } = stage
    let last = ''
    let made = 0
    const churn = setInterval(() => {
      // Lets the cluster get at most a few rounds ahead of the watch on a slow machine: a cache that never
      // catches up cannot be checked.
      if (Number(last) - Number(reflection.reflector.store.version) > 200) return
      for (let n = 0; n < 3; n++) {
        made++
        demo.apply(pod(`made-${made % 40}`, { turn: String(made) }))
        last = demo.apply(pod('first', { turn: String(made) })).metadata.resourceVersion ?? ''
        if (made % 3 === 0) demo.remove(pod(`made-${(made * 7) % 40}`))
      }
    }, 5)
    try {
      stage.start(5)
      await stage.checks(50, 'same', 5)
    } finally {
      clearInterval(churn)
    }
    expect(divergences).to.deep.equal([])
    expect(results).to.not.include('diverged')
    expect(reflection.ended).to.not.include('mistrusted')
  })
})
