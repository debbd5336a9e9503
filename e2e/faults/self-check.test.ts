import { expect } from 'chai'
import { hang, internalError } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { CheckResult } from '../../server/cluster/cache/consistency-check.ts'
import { systemClock } from '../../server/core/clock.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import type { Tamper } from '../oracle/passed-watch.ts'
import { CheckingStage, labelledPod as pod } from '../support/checking-stage.ts'
import { exposition } from '../support/exposition.ts'
import { call } from '../support/http.ts'
import type { Reflection } from '../support/reflection.ts'
import { serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

/** Between two checks are 10 to 15 minutes. */
const LEAST_ROUND_MS = 10 * 60_000

describe('the self-check of watched state', () => {
  let stage: CheckingStage
  let demo: DemoCluster
  let time: SkippingTime
  let reflection: Reflection<unknown>
  let results: CheckResult[]
  let divergences: CheckingStage['divergences']

  const losing = (type: string, name: string, times = 1): Tamper => {
    let lost = 0
    return (_url, line) => {
      if (lost === times || !line.startsWith(`{"type":"${type}"`) || !line.includes(`"name":"${name}"`))
        return [line]
      lost++
      return []
    }
  }

  beforeEach(async () => {
    stage = await CheckingStage.open(['first', 'second'].map((name) => pod(name)))
    ;({ demo, time, reflection, results, divergences } = stage)
  })

  for (const [type, what, change, says] of [
    [
      'ADDED',
      'beginning',
      () => demo.apply(pod('late')),
      /^default\/late: cached version none, cluster version \d+$/,
    ],
    [
      'MODIFIED',
      'change',
      () => demo.apply(pod('first', { a: 'b' })),
      /^default\/first: cached version \d+, cluster version \d+/,
    ],
    [
      'DELETED',
      'end',
      () => demo.remove(pod('second')),
      /^default\/second: cached version \d+, cluster version none$/,
    ],
  ] as const)
    it(`finds a lost ${what}, and has it mended`, async () => {
      stage.proxy.tamper = losing(type, { ADDED: 'late', MODIFIED: 'first', DELETED: 'second' }[type])
      change()
      demo.apply(pod('other'))
      await until('the other to be seen', () => reflection.reflector.store.get('default', 'other'))
      stage.start()
      await stage.checks(1, 'diverged')
      expect(divergences).to.have.length(1)
      expect(divergences[0]?.[0]).to.equal(1)
      expect(divergences[0]?.[1]).to.match(says)
      await reflection.caughtUp()
      expect(reflection.ended).to.deep.equal(['mistrusted'])
      expect(reflection.synced).to.deep.equal(['stream', 'stream'])
      const after = results.length
      await stage.checks(after + 1)
      expect(results.slice(after), 'and finds nothing more').to.not.include('diverged')
      expect(divergences).to.have.length(1)
    })

  it('says nothing of what it cannot see', async () => {
    const metadata = ({ headers }: ObservedRequest) =>
      String(headers.accept).includes('PartialObjectMetadata')
    demo.faults.inject({ when: metadata, action: internalError(), times: 2 })
    demo.faults.inject({ when: metadata, action: hang(), times: 1 })
    stage.start()
    await stage.checks(2)
    await time.until(
      'the check that hangs to be given up',
      () => (results.length === 3 ? true : undefined),
      30_000,
    )
    expect(results.slice(0, 3)).to.deep.equal(['inconclusive', 'inconclusive', 'inconclusive'])
    await stage.checks(1, 'same')
    expect(divergences).to.deep.equal([])
  })

  it('runs in the service: what it finds is counted, logged and mended', async function () {
    this.timeout(120_000)
    const warned: [string, object | undefined][] = []
    const quiet = () => undefined
    const log = {
      error: quiet,
      info: quiet,
      debug: quiet,
      warn: (message: string, fields?: object) => warned.push([message, fields]),
    }
    const rounds = new SkippingTime()
    // Only for the pause between two checks is time skipped: no watch is silent meanwhile.
    const after = (milliseconds: number, run: () => void) =>
      (milliseconds >= LEAST_ROUND_MS ? rounds : systemClock).after(milliseconds, run)
    const service = await serveWarm(stage.url, demo.token, { time: { ...systemClock, after }, log })
    const operations = `http://127.0.0.1:${service.metricsPort}`
    const shown = async () => {
      const { headers, status } = await call(
        `http://127.0.0.1:${service.port}`,
        'GET',
        '/api/pods/second?namespace=default',
      )
      return `${status} ${headers.get('x-cache')}`
    }
    // The reflector of the other tests watches through the same proxy, so the event has to be lost twice.
    stage.proxy.tamper = losing('DELETED', 'second', 2)
    demo.remove(pod('second'))
    demo.apply(pod('other'))
    await until('the loss to show', async () => ((await shown()) === '200 hit' ? true : undefined))
    const diverged = async () =>
      (await exposition(operations)).sum('cluster_inspector_cache_divergence_total', { resource: 'pods' })
    rounds.skip(1.5 * LEAST_ROUND_MS)
    await until('the check', async () => ((await diverged()) === 1 ? true : undefined))
    await until('it to be mended', async () => ((await shown()).startsWith('404') ? true : undefined))
    expect(warned.map(([message]) => message)).to.include('cache was out of sync with the cluster; relisting')
    const found = await exposition(operations)
    expect(found.sum('cluster_inspector_cache_checks_total', { result: 'same' })).to.be.above(0)
    const lists = found.sum('cluster_inspector_kube_requests_total', { verb: 'list' })
    expect(lists).to.be.above(0)
    expect(found.sum('cluster_inspector_cache_check_requests_total'), 'nobody else listed').to.equal(lists)
  })
})
