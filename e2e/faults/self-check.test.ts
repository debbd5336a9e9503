import { expect } from 'chai'
import { hang, internalError } from '../../server/demo/fault-actions.ts'
import { startDemoCluster, type DemoCluster } from '../../server/demo/cluster.ts'
import type { ObservedRequest } from '../../server/demo/faults.ts'
import { pods } from '../../server/kinds/pods/kind.ts'
import { ConsistencyCheck, type CheckResult } from '../../server/cluster/cache/consistency-check.ts'
import type { Clock } from '../../server/core/clock.ts'
import { Scheduler } from '../../server/core/scheduler.ts'
import type { Tamper } from '../oracle/passed-watch.ts'
import { Proxy } from '../oracle/proxy.ts'
import { Random } from '../oracle/random.ts'
import { exposition } from '../support/exposition.ts'
import { hurried, hurriedBy, unhurried } from '../support/hurried.ts'
import { call } from '../support/http.ts'
import { reflect, type Reflection } from '../support/reflection.ts'
import { serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'

/** 500 times as fast: a quarter of an hour passes within two seconds. The watch itself has another clock. */
const quick = hurriedBy(500)
/** Runs a self-check every two seconds, but leaves it as much time as a busy machine needs. */
const frequent: Clock = {
  ...unhurried,
  after: (milliseconds, run) => (milliseconds > 600_000 ? quick : unhurried).after(milliseconds, run),
}

describe('the self-check of watched state', () => {
  let demo: DemoCluster
  let proxy: Proxy
  let url: string
  let reflection: Reflection<unknown>
  let check: ConsistencyCheck<string>
  let another: (time: Clock) => ConsistencyCheck<string>
  let results: CheckResult[]
  let divergences: [objects: number, example: string][]
  let made = 0

  const pod = (name: string, labels: Record<string, string> = {}) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels },
    spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
  })
  const losing = (type: string, name: string, times = 1): Tamper => {
    let lost = 0
    return (_url, line) => {
      if (lost === times || !line.startsWith(`{"type":"${type}"`) || !line.includes(`"name":"${name}"`))
        return [line]
      lost++
      return []
    }
  }
  const checks = (count: number, result?: CheckResult) =>
    until(
      `${count} checks`,
      () => {
        const counted = results.filter((one) => result === undefined || one === result)
        return counted.length >= count ? true : undefined
      },
      15_000,
    )

  beforeEach(async () => {
    demo = await startDemoCluster({
      pace: 'fast',
      controllers: false,
      bulk: { pods: 600, nodes: 3, namespaces: 4 },
    })
    proxy = new Proxy({ url: demo.url, token: demo.token }, new Random(1))
    url = await proxy.listen()
    for (const name of ['first', 'second']) demo.apply(pod(name))
    reflection = reflect<unknown>(demo, pods, { url, time: unhurried })
    await reflection.caughtUp()
    results = []
    divergences = []
    const watched = { name: 'pods', kind: pods, namespace: undefined, reflector: reflection.reflector }
    another = (time) =>
      new ConsistencyCheck({
        transport: reflection.transport,
        watched: () => [watched],
        time,
        turns: new Scheduler(),
        observer: {
          checked: (_name, result) => results.push(result),
          diverged: (_name, objects, example) => divergences.push([objects, example]),
        },
      })
    check = another(quick)
  })
  afterEach(async () => {
    check.stop()
    await reflection.close()
    await proxy.close()
    await demo.close()
  })

  for (const [type, what, change, says] of [
    ['ADDED', 'beginning', () => demo.apply(pod('late')), /^default\/late: not held, there at \d+$/],
    [
      'MODIFIED',
      'change',
      () => demo.apply(pod('first', { a: 'b' })),
      /^default\/first: held at \d+, there at/,
    ],
    ['DELETED', 'end', () => demo.remove(pod('second')), /^default\/second: held at \d+, not there$/],
  ] as const)
    it(`finds a lost ${what}, and has it mended`, async () => {
      proxy.tamper = losing(type, { ADDED: 'late', MODIFIED: 'first', DELETED: 'second' }[type])
      change()
      demo.apply(pod('other'))
      await until('the other to be seen', () => reflection.reflector.store.get('default', 'other'))
      check.start()
      await checks(1, 'diverged')
      expect(divergences).to.have.length(1)
      expect(divergences[0]?.[0]).to.equal(1)
      expect(divergences[0]?.[1]).to.match(says)
      await reflection.caughtUp()
      expect(reflection.ended).to.deep.equal(['mistrusted'])
      expect(reflection.synced).to.deep.equal(['stream', 'stream'])
      const after = results.length
      await checks(after + 1)
      expect(results.slice(after), 'and finds nothing more').to.not.include('diverged')
      expect(divergences).to.have.length(1)
    })

  it('gives no false alarm under churn, in 50 checks', async function () {
    this.timeout(180_000)
    let last = ''
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
      const many = Array.from({ length: 5 }, () => another(frequent))
      for (const one of many) one.start()
      await until(
        '50 checks',
        () => (results.filter((one) => one === 'same').length >= 50 ? true : undefined),
        170_000,
      )
      for (const one of many) one.stop()
    } finally {
      clearInterval(churn)
    }
    expect(divergences).to.deep.equal([])
    expect(results).to.not.include('diverged')
    expect(reflection.ended).to.not.include('mistrusted')
  })

  it('says nothing of what it cannot see', async () => {
    const metadata = ({ headers }: ObservedRequest) =>
      String(headers.accept).includes('PartialObjectMetadata')
    demo.faults.inject({ when: metadata, action: internalError(), times: 2 })
    demo.faults.inject({ when: metadata, action: hang(), times: 1 })
    check.start()
    await checks(3)
    expect(results.slice(0, 3)).to.deep.equal(['given up', 'given up', 'given up'])
    await checks(1, 'same')
    expect(divergences).to.deep.equal([])
  })

  it('runs in the service: what it finds is counted, logged and mended', async function () {
    this.timeout(60_000)
    const warned: [string, object | undefined][] = []
    const quiet = () => undefined
    const log = {
      error: quiet,
      info: quiet,
      debug: quiet,
      warn: (message: string, fields?: object) => warned.push([message, fields]),
    }
    const service = await serveWarm(url, demo.token, { time: hurried, log })
    const operations = `http://127.0.0.1:${service.metricsPort}`
    const shown = async () => {
      const { headers, status } = await call(
        `http://127.0.0.1:${service.port}`,
        'GET',
        '/api/pods/second?namespace=default',
      )
      return `${status} ${headers.get('x-cache')}`
    }
    try {
      // The reflector of the other tests watches through the same proxy, so the event has to be lost twice.
      proxy.tamper = losing('DELETED', 'second', 2)
      demo.remove(pod('second'))
      demo.apply(pod('other'))
      await until('the loss to show', async () => ((await shown()) === '200 hit' ? true : undefined))
      const diverged = async () =>
        (await exposition(operations)).sum('cluster_inspector_cache_divergence_total', { resource: 'pods' })
      await until('the check', async () => ((await diverged()) === 1 ? true : undefined), 40_000)
      await until('it to be mended', async () => ((await shown()).startsWith('404') ? true : undefined))
      expect(warned.map(([message]) => message)).to.include(
        'watched state differed from the cluster and is listed anew',
      )
      const found = await exposition(operations)
      expect(found.sum('cluster_inspector_cache_checks_total', { result: 'same' })).to.be.above(0)
      const lists = found.sum('cluster_inspector_kube_requests_total', { verb: 'list' })
      expect(lists).to.be.above(0)
      expect(found.sum('cluster_inspector_cache_check_requests_total'), 'nobody else listed').to.equal(lists)
    } finally {
      await service.stop()
    }
  })
})
