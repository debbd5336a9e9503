import { expect } from 'chai'
import { routes } from '../../server/app/routes.ts'
import { matchesSchema } from '../../server/testing/matches-schema.ts'
import { fold, openEvents, eventsSent, type Reader, type Sent } from '../support/events.ts'
import { openFixture, podOf, type Fixture } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const FOREIGN = ['x', '1.AAAAAAAAAAAA.1.2.3', '1.', `1.${'f'.repeat(4000)}`, '../..', '{}', '%00', '0', '-1']

describe('The live stream', () => {
  let target: Target
  let fixture: Fixture
  const open: Reader[] = []
  const checks = new Map<string, (data: unknown) => unknown>()

  before(async function () {
    this.timeout(180_000)
    target = await openTarget()
    fixture = await openFixture(target)
    for (const { response: answer } of routes)
      if (answer.kind === 'events')
        for (const { event, data } of answer.events) checks.set(event, matchesSchema(data))
  })
  afterEach(() => {
    for (const reader of open.splice(0)) {
      reader.close()
      for (const { event, data } of reader.events) checks.get(event)?.(data)
      expect(new Set(reader.events.map(({ event }) => checks.has(event) || event))).to.deep.equal(
        new Set([true]),
      )
    }
  })

  async function stream(query = '', lastEventId?: string): Promise<Reader> {
    const reader = await openEvents(
      `${target.api}/api/stream?namespace=${fixture.namespace}${query}`,
      lastEventId,
    )
    open.push(reader)
    return reader
  }
  const isSynced = ({ event }: Sent) => event === 'synced'
  const upTo = (reader: Reader) => reader.events.slice(0, reader.events.findIndex(isSynced))
  const is = (type: string, name: string) => (one: Sent) =>
    one.data['type'] === type && (one.data['object'] as { name?: string }).name === name
  const podPath = (name: string) => `/api/v1/namespaces/${fixture.namespace}/pods/${name}`
  const label = (name: string, labels: Record<string, string | null>) =>
    target.kube.call('PATCH', podPath(name), { metadata: { labels } })
  const make = (name: string) => target.kube.create(podOf(target, fixture.namespace, name))

  it('begins with what there is, which is what the lists say', async () => {
    const reader = await stream('&kinds=pods,deployments,nodes,replicasets,events')
    expect(reader.response.headers).to.deep.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const { data } = await reader.seen('synced', isSynced)
    expect(data['kinds']).to.have.members(['pods', 'deployments', 'nodes', 'replicasets', 'events'])
    expect(reader.others[0]).to.match(/^retry: \d+$/)
    expect(reader.events[0]).to.deep.include({ event: 'connected', id: undefined })
    expect(reader.events[0]?.data).to.deep.include({ namespace: fixture.namespace })
    expect(new Set(eventsSent(upTo(reader)).map((one) => one.split(' ')[0]))).to.deep.equal(
      new Set(['ADDED']),
    )
    await until('the stream to say what the lists say', async () => {
      const state = fold(reader.events)
      for (const [kind, path] of [
        ['pod', `/api/pods?namespace=${fixture.namespace}`],
        ['deployment', `/api/deployments?namespace=${fixture.namespace}`],
        ['node', '/api/nodes'],
      ] as const) {
        const items = (await call(target.api, 'GET', path)).json[`${kind}s`] as { age?: string }[]
        const streamed = [...state].filter(([key]) => key.startsWith(`${kind} `)).map(([, item]) => item)
        const ageless = (list: unknown[]) => list.map((item) => ({ ...(item as object), age: '' }))
        expect(ageless(streamed)).to.have.deep.members(ageless(items))
      }
      expect([...state.keys()].some((key) => key.startsWith('replicaset '))).to.equal(true)
      return true
    })
    expect(reader.events.some(({ event }) => event === 'event')).to.equal(true)
  })

  it('tells what happens, and the last item of what is gone', async () => {
    const reader = await stream('&kinds=pods')
    await reader.seen('synced', isSynced)
    await make('told')
    await reader.seen('the Pod', is('ADDED', 'told'))
    await label('told', { changed: 'yes' })
    await target.kube.remove(podPath('told'))
    await reader.seen('its end', is('DELETED', 'told'))
    fold(reader.events)
    const about = reader.events.filter(
      ({ data }) => (data['object'] as { name?: string } | undefined)?.name === 'told',
    )
    expect(about.at(-1)?.data['object']).to.deep.equal(about.at(-2)?.data['object'])
    expect(new Set(about.map(({ id }) => id)).size).to.equal(about.length)
  })

  it('sends as DELETED what leaves the selector, and as ADDED what enters it', async () => {
    await make('chosen')
    const reader = await stream(`&kinds=pods&labelSelector=${encodeURIComponent('lone in (yes),!left')}`)
    await reader.seen('synced', isSynced)
    await reader.seen('it', is('ADDED', 'chosen'))
    expect([...fold(reader.events).keys()]).to.deep.equal([`pod ${fixture.namespace}/chosen`])
    await label('chosen', { left: 'yes' })
    await reader.seen('it to leave', is('DELETED', 'chosen'))
    await label('chosen', { left: null })
    // The Pod runs meanwhile, so further changes may follow.
    const times = () => eventsSent(reader.events).filter((one) => one === 'ADDED pod chosen').length
    await until('it to be back', () => (times() === 2 ? true : undefined))
    await target.kube.remove(podPath('chosen'))
    await until('it to be gone', () => (fold(reader.events).size === 0 ? true : undefined))
  })

  it('goes on where a caller was, without a snapshot', async () => {
    const first = await stream('&kinds=pods,deployments')
    await first.seen('synced', isSynced)
    await make('before')
    await first.seen('the Pod', is('ADDED', 'before'))
    first.close()
    await make('missed')
    await target.kube.remove(podPath('before'))
    const second = await stream('&kinds=pods,deployments', first.lastId)
    await second.seen('what was missed', is('ADDED', 'missed'))
    await second.seen('what was missed', is('DELETED', 'before'))
    await second.seen('synced', isSynced)
    const names = second.events.map(({ event }) => event)
    expect(names.filter((name) => name === 'resync' || name === 'deployment')).to.deep.equal([])
    fold(second.events, fold(first.events))
    await target.kube.remove(podPath('missed'))
  })

  it('tells everything anew to who brings an id of something else, whatever it is', async () => {
    const other = await stream('&kinds=deployments')
    await other.seen('synced', isSynced)
    for (const id of [...FOREIGN, other.lastId]) {
      const reader = await stream('&kinds=pods', id)
      await reader.seen('synced', isSynced)
      const [connected, resync, ...rest] = upTo(reader)
      expect([connected?.event, resync?.event, resync?.data['kinds']]).to.deep.equal([
        'connected',
        'resync',
        ['pods'],
      ])
      expect(eventsSent(rest)).to.have.length(rest.length)
      expect(rest.length).to.be.at.least(2)
    }
  })

  it('leaves out what there is with snapshot=false, and says synced all the same', async () => {
    const reader = await stream('&kinds=pods&snapshot=false')
    await reader.seen('synced', isSynced)
    expect(eventsSent(upTo(reader))).to.deep.equal([])
    await make('fresh')
    await reader.seen('the Pod', is('ADDED', 'fresh'))
    await target.kube.remove(podPath('fresh'))
    await reader.seen('its end', is('DELETED', 'fresh'))
    expect(eventsSent(reader.events)[0]).to.equal('ADDED pod fresh')
  })

  it('rejects stream parameters that cannot be meant', async () => {
    for (const [query, name] of [
      ['kinds=', 'kinds'],
      ['kinds=pods,', 'kinds'],
      ['kinds=widgets', 'kinds'],
      ['kinds=pod', 'kinds'],
      ['kinds=Pods', 'kinds'],
      ['kinds=__proto__', 'kinds'],
      ['snapshot=yes', 'snapshot'],
      ['namespace=..', 'namespace'],
      ['labelSelector=a%20in', 'labelSelector'],
      ['context=nowhere', 'context'],
    ] as const) {
      const { status, json } = await call(target.api, 'GET', `/api/stream?${query}`)
      expect([status, json['code']], query).to.deep.equal([400, 'BAD_REQUEST'])
      expect(json['issues']).to.have.nested.property('[0].name', name)
    }
    const { status, headers, text } = await call(target.api, 'HEAD', '/api/stream')
    expect([status, headers.get('content-type'), text]).to.deep.equal([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ])
    expect((await call(target.api, 'POST', '/api/stream', {})).status).to.equal(405)
  })
})
