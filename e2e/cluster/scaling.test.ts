import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { Kube } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { deployment, node, pod } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { LongLivedCaller, type LoadReport, type PodRequest } from './fixtures/long-lived-caller.ts'

const REPLICAS = 3
interface Named {
  name: string
}

/** The planned rate of requests, and the least rate that a shared machine has to reach. */
const RATE = 500
const LEAST_RATE = 150
const STREAMS = 50
/** A node selector that matches no node: such Pods come and go without running. */
const NOWHERE = { 'scaling.test/nowhere': 'true' }

describe('Three replicas behind one Service', function () {
  this.timeout(600_000)
  const { kubectl, release, forward, access, image, pause } = world()
  const namespace = `scaling-${randomBytes(3).toString('hex')}`
  const kube = new Kube(access)
  let caller: LongLivedCaller
  const inert = (name: string) =>
    pod(namespace, name, {
      nodeSelector: NOWHERE,
      containers: [{ name: 'main', image: pause }],
    }) as Parameters<Kube['create']>[0]
  const make = (name: string) => kube.create(inert(name))
  const take = (name: string) => kube.remove(`/api/v1/namespaces/${namespace}/pods/${name}`)

  before(async () => {
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await kubectl.apply(
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'caller', namespace } },
      pod(namespace, 'talker', {
        containers: [node(image, 'main', `setInterval(() => console.log('on'), 200)`)],
      }),
      // Makes a rollout last at least this long, so that its beginning is still visible everywhere.
      deployment(namespace, 'web', pause, { replicas: 1, minReadySeconds: 5 }),
    )
    const group = `system:serviceaccounts:${namespace}`
    await release.setAlone(
      `replicaCount=${REPLICAS}`,
      'config.shutdownDelay=5s',
      'auth.tokenReview.enabled=true',
      `auth.reads={${group},cluster-inspector:port-forward}`,
      `auth.writes={${group}}`,
    )
    await forward.renew()
    caller = await LongLivedCaller.open(namespace, 'caller')
  })
  after(async () => {
    await caller.close()
    await kubectl.remove('namespace', namespace)
    await kube.close()
  })

  /** Returns the base URL of each replica. */
  const replicas = async (): Promise<string[]> => {
    const pods = await release.pods()
    return pods.map(({ status }) => `http://${status?.podIP}:8080`)
  }
  const well = async (...calls: PodRequest[]) => {
    const answers = await caller.ask(...calls)
    for (const { status, json } of answers) expect(status, JSON.stringify(json)).to.equal(200)
    return answers
  }

  it('roll without a failed request, and streams go on at others without a loss', async () => {
    const where = `namespace=${namespace}`
    // A second attempt finds the objects of the first, so the name is random.
    const name = `changing-${randomBytes(3).toString('hex')}`
    const load = await caller.load({
      paths: [
        `/api/pods?${where}`,
        `/api/deployments?${where}`,
        '/api/nodes',
        `/api/deployments/web?${where}`,
        '/api/pods?namespace=kube-system',
        '/api/pods',
      ],
      rate: RATE,
      connections: 20,
      streams: STREAMS,
      streamPath: `/api/stream?${where}&kinds=pods,deployments`,
      followPath: `/api/pods/talker/logs?${where}&follow=true`,
    })
    await load.reported('all streams to be synced', ({ streams }) => streams.synced === STREAMS)
    const changes = new AbortController()
    const changing = (async () => {
      for (let n = 0; !changes.signal.aborted; n++) {
        await make(`${name}-${n}`)
        if (n >= 5) await take(`${name}-${n - 5}`)
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    })()
    let report: LoadReport
    try {
      await release.restart()
      await load.reported('a first bye of each stream', ({ streams }) => streams.leastByes >= 1)
      await release.set('config.logLevel=warn')
      await load.reported('a second bye of each stream', ({ streams }) => streams.leastByes >= 2)
    } finally {
      changes.abort()
      await changing
      await make(`${name}-last`)
      const all = (one: LoadReport) => one.streams.states.every((state) => state.includes(`${name}-last`))
      await load.reported('the last change at each stream', all).catch(() => undefined)
      report = await load.finish()
      console.log(`      ${JSON.stringify({ ...report, streams: { ...report.streams, states: undefined } })}`)
    }
    const { requests, streams, follows } = report
    expect(requests.failed).to.deep.equal({})
    expect(requests.rate).to.be.at.least(LEAST_RATE)
    expect(streams.troubles).to.deep.equal([])
    const pods = await kubectl.items<{ metadata: { name: string } }>('pods', '-n', namespace)
    const there = pods.map(({ metadata }) => `pod ${namespace}/${metadata.name}`)
    const state = [`deployment ${namespace}/web`, ...there].toSorted().join(' ')
    expect(streams.states, 'each stream has told what there is').to.deep.equal([state])
    expect(follows).to.include('cut')
    expect(follows, 'no part of a log looks whole').to.not.include('end')
  })

  it('show at each of them what was written through one', async () => {
    const rounds = 3
    const all = await replicas()
    expect(all).to.have.length(REPLICAS)
    const path = `/api/deployments/web?namespace=${namespace}`
    // Every replica has the object cached, so a stale read would be possible.
    await well(...all.map((url) => ({ url: url + path })))
    for (let round = 0; round < rounds; round++) {
      await kubectl.text('rollout', 'status', '-n', namespace, 'deployment/web', '--timeout=90s')
      const writer = all[round % all.length] ?? ''
      const others = all.filter((url) => url !== writer)
      const written = await well({
        url: `${writer}/api/deployments/web/restart`,
        method: 'POST',
        body: { namespace },
      })
      const version = written[0]?.headers['x-resource-version'] ?? ''
      expect(version).to.match(/^deployments:\d+$/)
      const headers = { 'x-resource-version': version }
      const read = await well(...others.map((url) => ({ url: url + path, headers })))
      expect(read.map(({ json }) => json['status'])).to.deep.equal(['Progressing', 'Progressing'])
    }
  })

  it('page through one list, whichever is asked for the next page and whatever changes meanwhile', async () => {
    const all = await replicas()
    const paged = `paged-${randomBytes(3).toString('hex')}`
    for (let n = 10; n < 40; n++) await make(`${paged}-${n}`)
    const path = `/api/pods?namespace=${namespace}&status=Pending&limit=7`
    const listed = async (url: string) => {
      const [answer] = await well({ url })
      const { pods, continue: next } = (answer?.json ?? { pods: [] }) as { pods: Named[]; continue?: string }
      return { names: pods.map(({ name }) => name), next }
    }
    const whole = await until('the first to have seen them all', async () => {
      const { names } = await listed(`${all[0]}/api/pods?namespace=${namespace}&status=Pending`)
      return names.includes(`${paged}-39`) ? names : undefined
    })
    const told: string[] = []
    for (let page = 0, token = ''; ; page++) {
      const { names, next } = await listed(`${all[page % all.length]}${path}${token}`)
      told.push(...names)
      if (next === undefined) break
      token = `&continue=${next}`
      await make(`${paged}-${30 + page}-later`)
      await take(`${paged}-${34 + page}`)
    }
    expect(told).to.deep.equal(whole)
  })
})
