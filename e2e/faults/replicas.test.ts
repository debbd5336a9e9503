import { expect } from 'chai'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { gone, hang } from '../support/demo/fault-actions.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { arrivals } from '../support/arrivals.ts'
import { AUDIENCE } from '../support/callers.ts'
import { pod } from '../support/churn.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveCluster, serveWarm, type ServeOptions } from '../support/serve.ts'
import { until } from '../support/until.ts'

interface Listed {
  pods: { name: string; namespace: string }[]
  continue?: string
  remaining?: number
}

const SPACES = ['replicas-a', 'replicas-a-b', 'replicas-c']
/**
 * More Pods than fit into one page, so that rebuilding a list at an earlier resourceVersion takes several
 * pages.
 */
const MANY = 600

describe('replicas behind one Service', () => {
  let demo: DemoCluster
  const serve = async (options: ServeOptions = {}, token = demo.token) => {
    return serveWarm(demo.url, token, options)
  }
  const ask = ({ port }: RunningServer, path: string) => call(`http://127.0.0.1:${port}`, 'GET', path)
  const listed = async (service: RunningServer, path: string): Promise<Listed> => {
    const { status, json, text } = await ask(service, path)
    expect(status, text).to.equal(200)
    return json as unknown as Listed
  }
  const keysOf = ({ pods }: Listed) => pods.map(({ namespace, name }) => `${namespace}/${name}`)
  const on = (path: string, { continue: token = '' }: Listed) => `${path}&continue=${token}`
  /** A watch may lag behind a write by a moment. */
  const caughtUp = (service: RunningServer, name: string) =>
    until(`${name} to be seen`, async () => {
      const { pods } = await listed(service, `/api/pods?namespace=${SPACES[0]}`)
      return pods.some((one) => one.name === name) ? true : undefined
    })

  beforeEach(async () => {
    demo = await openDemoCluster({ seed: 'none', controllers: false })
    for (const name of SPACES) demo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    for (let n = 0; n < MANY; n++) {
      const phase = n % 3 === 0 ? 'Pending' : 'Running'
      demo.apply(pod(`p-${String(n).padStart(4, '0')}`, phase, SPACES[n % SPACES.length]))
    }
  })

  const granted = { settings: { namespaces: SPACES } }
  for (const [what, path, options] of [
    ['all', '/api/pods?limit=150', {}],
    ['one namespace', `/api/pods?namespace=${SPACES[1]}&limit=60`, {}],
    ['labels', '/api/pods?labelSelector=phase%3DPending&limit=50', {}],
    ['fields', '/api/pods?phase=Running&limit=90', {}],
    ['a status, which no API server selects by', '/api/pods?status=Running&limit=90', {}],
    ['the namespaces granted', '/api/pods?limit=150', granted],
    ['the namespaces granted, by status', '/api/pods?status=Pending&limit=45', granted],
  ] as const)
    it(`tell one list together, page by page and whatever changes meanwhile: ${what}`, async () => {
      const replicas = [await serve(options), await serve(options), await serve(options)] as const
      const whole = keysOf(await listed(replicas[0], path.replace(/limit=\d+/, '')))
      const told: string[] = []
      let page = await listed(replicas[0], path)
      for (let n = 1; ; n++) {
        told.push(...keysOf(page))
        expect(page.remaining ?? 0).to.equal(whole.length - told.length)
        if (page.continue === undefined) break
        demo.apply(pod(`p-${String(n).padStart(4, '0')}-new`, 'Running', SPACES[0]))
        demo.remove({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: `p-0${n}00`, namespace: SPACES[n % 3] ?? '' },
        })
        demo.apply(pod(`p-0${n}02`, n % 2 === 0 ? 'Running' : 'Pending', SPACES[(n * 100 + 2) % 3]))
        const replica = replicas[n % replicas.length] ?? replicas[0]
        await caughtUp(replica, `p-${String(n).padStart(4, '0')}-new`)
        page = await listed(replica, on(path, page))
      }
      expect(told).to.deep.equal(whole)
    })

  it('make a list again once, however many pages of it are asked of them', async () => {
    const [first, second] = [await serve(), await serve()]
    const path = '/api/pods?limit=100'
    const page = await listed(first, path)
    let lists = 0
    demo.onRequest(({ url }) => (lists += /^\/api\/v1\/pods\?.*limit=500/.test(url) ? 1 : 0))
    const answers = await Promise.all([1, 2, 3].map(() => ask(second, on(path, page))))
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    const third = await ask(second, on(path, answers[0]?.json as unknown as Listed))
    expect([third.status, third.headers.get('x-cache')]).to.deep.equal([200, 'hit'])
    expect(lists, 'two pages of it').to.equal(2)
    await listed(first, on(path, page))
    expect(lists, 'where it began it is held').to.equal(2)
  })

  it('say 410 of a list the cluster has forgotten; who holds it goes on [F3]', async () => {
    const [first, second] = [await serve(), await serve()]
    const path = '/api/pods?limit=100'
    const page = await listed(first, path)
    demo.apply(pod('later', 'Running', SPACES[0]))
    demo.faults.compact()
    const { status, json } = await ask(second, on(path, page))
    expect([status, json['code']]).to.deep.equal([410, 'EXPIRED'])
    expect(String(json['error'])).to.include('start again without continue')
    expect((await listed(first, on(path, page))).pods).to.have.length(100)
  })

  it('say 410 where it is forgotten while it is made again, and never half of it [F3]', async () => {
    const [first, second] = [await serve(), await serve()]
    const path = '/api/pods?limit=100'
    const page = await listed(first, path)
    const heal = demo.faults.inject({ when: ({ url }) => url.includes('continue='), action: gone() })
    expect((await ask(second, on(path, page))).json['code']).to.equal('EXPIRED')
    heal.lift()
    expect((await listed(second, on(path, page))).pods).to.have.length(100)
  })

  it('ask anew whether their identity may list it', async () => {
    const first = await serve()
    const page = await listed(first, '/api/pods?limit=100')
    const other = await serveCluster(demo.url, demo.addToken({ username: 'nobody' }))
    const { status, json } = await ask(other, on('/api/pods?limit=100', page))
    expect([status, json['code']]).to.deep.equal([403, 'FORBIDDEN'])
  })

  it('serve the next page to one caller while another sends forged places whose lists never come [A11]', async () => {
    const options = { settings: { tokenAudiences: [AUDIENCE], requestTimeout: '2s' } }
    const [first, second] = [await serve(options), await serve(options)]
    const path = '/api/pods?limit=100'
    const page = await listed(first, path)
    demo.faults.inject({ when: ({ url }) => url.includes('resourceVersion=9'), action: hang() })
    const [, digest, , ...after] = JSON.parse(
      Buffer.from(page.continue ?? '', 'base64url').toString(),
    ) as unknown[]
    const forged = (version: string) => {
      const token = Buffer.from(JSON.stringify([2, digest, [version], ...after])).toString('base64url')
      return call(
        `http://127.0.0.1:${second.port}`,
        'GET',
        on(path, { pods: [], continue: token }),
        undefined,
        {
          authorization: `Bearer ${eve}`,
        },
      )
    }
    const eve = demo.addToken({ username: 'eve' }, [AUDIENCE])
    const arrived = arrivals(second.port, 48)
    const attack = Array.from({ length: 48 }, (_, n) => forged(`9000${n}`))
    await arrived
    expect((await listed(second, on(path, page))).pods).to.have.length(100)
    const answers = await Promise.all(attack)
    const counts = Map.groupBy(answers, ({ status }) => status)
    expect([...counts.keys()]).to.have.members([429, 500, 503])
    expect(counts.get(500), 'only the one that was asked of the cluster blames it').to.have.length(1)
    const [late] = counts.get(503) ?? []
    expect(late?.headers.get('retry-after')).to.match(/^\d+$/)
    expect(late?.json['error']).to.include('too many lists at an earlier version are running')
  })

  it('take no place that was given for another list, or for none', async () => {
    const contexts = { other: { url: demo.url, token: demo.token } }
    const [first, second] = [await serve(), await serve({ contexts })]
    const path = '/api/pods?limit=100'
    const page = await listed(first, path)
    const { continue: token = '' } = page
    const fields = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    const forged = (at: number, value: unknown) => {
      const all = fields.with(at, value)
      return { ...page, continue: Buffer.from(JSON.stringify(all)).toString('base64url') }
    }
    const answer = async (query: string, from: Listed = page) => (await ask(second, on(query, from))).status
    expect(await answer(`${path}&labelSelector=a`)).to.equal(400)
    expect(await answer(`${path}&status=Running`)).to.equal(400)
    expect(await answer(`${path}&namespace=${SPACES[0]}`)).to.equal(400)
    expect(await answer('/api/nodes?limit=100')).to.equal(400)
    expect(await answer(`${path}&context=other`), 'of another cluster').to.equal(400)
    expect(await answer(path, forged(2, ['99999999999999999999']))).to.equal(400)
    expect(await answer(path, forged(2, ['5&watch=1']))).to.equal(400)
    expect(await answer(path, forged(2, ['999999999']))).to.equal(410)
    expect(await answer(path, forged(2, ['1', '1']))).to.equal(410)
    expect(await answer(path, forged(4, 'no-such-pod'))).to.equal(410)
    expect(await answer(path)).to.equal(200)
  })
})
