import type { Response } from 'express'
import { expect } from 'chai'
import { reportFailures } from '../../core/background.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { tick } from '../../testing/tick.ts'
import { closeWhenRevoked } from './revalidate.ts'

describe('the check of an open response', () => {
  const open = () => {
    const response = { destroyed: false, destroy: () => (response.destroyed = true) }
    return response
  }
  const checked = async (stays: () => Promise<boolean>) => {
    const time = new ManualClock()
    const response = open()
    closeWhenRevoked(stays, response as unknown as Response, { everyMs: 10, after: time.after.bind(time) })
    time.turn(10)
    await tick(3)
    return { response, due: time.due }
  }

  it('goes on while the caller may stay', async () => {
    const { response, due } = await checked(async () => true)
    expect([response.destroyed, due]).to.deep.equal([false, [10]])
  })

  it('cuts the response where the caller may stay no more', async () => {
    const { response, due } = await checked(async () => false)
    expect([response.destroyed, due]).to.deep.equal([true, []])
  })

  it('cuts the response where it fails', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    const { response } = await checked(() => Promise.reject(new Error('no cluster')))
    expect([response.destroyed, reported]).to.deep.equal([true, ['the check of an open response']])
    reportFailures(undefined)
  })
})
