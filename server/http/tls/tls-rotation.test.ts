import { expect } from 'chai'
import { until } from '../../../e2e/support/until.ts'
import { reportFailures } from '../../core/background.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { TlsRotation } from './tls-rotation.ts'

describe('the rotation of TLS files', () => {
  it('looks again where what is told of a look fails', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    const time = new ManualClock()
    const quiet = (): void => undefined
    let looked = 0
    const none = Buffer.alloc(0)
    const held = { cert: none, key: none, ca: undefined, expiry: { server: 0, clientCa: undefined } }
    const rotation = new TlsRotation(held, {
      files: { certificate: '/nowhere', key: '/nowhere', clientCa: undefined },
      log: { error: quiet, warn: quiet, info: quiet, debug: quiet },
      after: time.after.bind(time),
      apply: quiet,
      checked: () => {
        looked++
        if (looked === 1) throw new Error('no metrics')
      },
    })
    await until('another look', () => {
      time.turn(5000)
      return looked > 1 ? true : undefined
    })
    rotation.stop()
    expect(reported).to.deep.equal(['a check of the TLS files'])
    reportFailures(undefined)
  })
})
