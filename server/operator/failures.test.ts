import { expect } from 'chai'
import { until } from '../../e2e/support/until.ts'
import { reportFailures } from '../core/background.ts'
import { Transport } from '../cluster/client/transport.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { unreachableContext } from '../testing/unreachable-context.ts'
import { Elector } from './elector.ts'
import { Prober } from './prober.ts'
import { ServerTokenIssuer } from './server-token-issuer.ts'
import { StatusWriter } from './status-writer.ts'

describe('the operator, where what it tells of its work fails', () => {
  const calls = { observe: () => undefined }
  const quiet = (): void => undefined
  const log = { error: quiet, warn: quiet, info: quiet, debug: quiet }
  let time: ManualClock
  let transport: Transport
  let reported: string[]
  let told: number
  /** Fails the first time it is called. */
  const tell = (): void => {
    told++
    if (told === 1) throw new Error('no metrics')
  }
  const toldAgain = () =>
    until('it to go on', () => {
      time.turn(1000)
      return told > 1 ? true : undefined
    })

  beforeEach(() => {
    time = new ManualClock()
    transport = new Transport(unreachableContext, calls, 'test')
    told = 0
    reported = []
    reportFailures((work, error) => reported.push(`${work}: ${String(error)}`))
  })
  afterEach(async () => {
    reportFailures(undefined)
    await transport.close()
  })

  it('probes on', async () => {
    const prober = new Prober({ time, clock: () => 0, observer: calls, userAgent: 'test', probed: tell })
    const target = { key: 'a/b', connection: unreachableContext, fingerprint: '1' }
    prober.update([{ ...target, intervalMs: 60_000, timeoutMs: 1000 }])
    await toldAgain()
    prober.stop()
    expect(reported).to.deep.equal(['a probe: Error: no metrics'])
  })

  it('writes a status on', async () => {
    const writer = new StatusWriter({ transport, log, clock: () => 0, leading: () => true, wrote: tell })
    const object = {
      metadata: { name: 'b', namespace: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
      spec: { contextName: 'b' },
    }
    await until('it to go on', () => {
      writer.write('a/b', object, { conditions: [] })
      return told > 1 ? true : undefined
    })
    writer.stop()
    expect(reported).to.deep.equal(['writing the status of a context: Error: no metrics'])
  })

  it('makes tokens on', async () => {
    const token = new ServerTokenIssuer({
      transport,
      namespace: 'a',
      account: 'server',
      anchor: 'anchor',
      folder: '/nowhere',
      own: '/nowhere',
      time,
      log,
      issued: tell,
    })
    token.start()
    await toldAgain()
    token.stop()
    expect(reported).to.deep.equal(['the token of the server: Error: no metrics'])
  })

  it('takes part in leading on', async () => {
    let written = 0
    const elector = new Elector({
      lease: {
        read: async () => ({ spec: {}, resourceVersion: String(written) }),
        write: async (spec) => ({ spec, resourceVersion: String(++written) }),
      },
      identity: 'a',
      time,
      clock: () => 0,
      onLeadershipChange: tell,
    })
    elector.start()
    await until('it to renew its Lease', () => {
      time.turn(1000)
      return written > 2 ? true : undefined
    })
    await elector.stop()
    expect(reported).to.deep.equal(['leader election: Error: no metrics'])
  })
})
