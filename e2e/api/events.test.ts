import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { call, type Answer } from '../support/http.ts'
import { showing, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000

interface Listed {
  events: { reason: string }[]
  continue?: string
  remaining?: number
}

describe('GET /api/events', () => {
  let target: Target
  const namespace = `events-${randomBytes(3).toString('hex')}`
  const seconds = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
  const now = Date.now()

  /** Events from the oldest to the newest, each with its age in minutes; the last has the newer fields alone. */
  const made = (
    [
      ['Oldest', 'Normal', 'Pod', 'web', 240],
      ['BackOff', 'Warning', 'Pod', 'web', 90],
      ['Scaled', 'Normal', 'Deployment', 'web', 20],
      ['Pulled', 'Normal', 'Pod', 'other', 5],
    ] as const
  ).map(([reason, type, kind, name, age], index): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Event',
    // By name, the order is another one.
    metadata: { name: `event-${String((index * 7) % 4)}`, namespace, labels: { turn: String(index) } },
    involvedObject: { kind, name, namespace },
    type,
    reason,
    message: 'as it should be',
    ...(reason === 'Pulled'
      ? {
          eventTime: new Date(now - age * MINUTE).toISOString().replace('Z', '000Z'),
          action: 'Testing',
          reportingComponent: 'example.com/test',
          reportingInstance: 'one',
        }
      : {
          firstTimestamp: seconds(now - age * MINUTE),
          lastTimestamp: seconds(now - age * MINUTE),
          count: 1,
        }),
  }))
  let latest: KubeObject

  before(async () => {
    target = await openTarget()
    const { kube } = target
    await kube.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    closeAfterwards('a namespace with events', () => kube.remove(`/api/v1/namespaces/${namespace}`))
    for (const event of made) latest = await kube.create(event)
  })

  const get = (query: string): Promise<Answer> =>
    call(target.api, 'GET', `/api/events?namespace=${namespace}${query}`, undefined, showing(latest))
  const reasons = ({ json }: Answer) => (json as unknown as Listed).events.map(({ reason }) => reason)

  it('lists the events of a namespace, newest first', async () => {
    const answer = await get('')
    expect([answer.status, reasons(answer)]).to.deep.equal([200, ['Pulled', 'Scaled', 'BackOff', 'Oldest']])
  })

  const filters: [filter: string, expected: string[]][] = [
    ['type=Warning', ['BackOff']],
    ['type=Normal', ['Pulled', 'Scaled', 'Oldest']],
    ['kind=Pod', ['Pulled', 'BackOff', 'Oldest']],
    ['name=web', ['Scaled', 'BackOff', 'Oldest']],
    ['kind=Pod&name=web', ['BackOff', 'Oldest']],
    ['reason=Scaled', ['Scaled']],
    ['reason=scaled', []],
    ['since=2h', ['Pulled', 'Scaled', 'BackOff']],
    ['since=1h30s', ['Pulled', 'Scaled']],
    ['since=30m&kind=Deployment', ['Scaled']],
    ['labelSelector=turn notin (0,3)', ['Scaled', 'BackOff']],
  ]
  for (const [filter, expected] of filters)
    it(`filters by ${filter}`, async () => {
      expect(reasons(await get(`&${encodeURI(filter)}`))).to.deep.equal(expected)
    })

  it('cuts pages from the events in this order', async () => {
    const pages: string[][] = []
    for (let next: string | undefined = ''; next !== undefined;) {
      const answer = await get(`&limit=2${next === '' ? '' : `&continue=${next}`}&since=2h`)
      pages.push(reasons(answer))
      next = (answer.json as unknown as Listed).continue
    }
    expect(pages).to.deep.equal([['Pulled', 'Scaled'], ['BackOff']])
  })

  it('rejects the continue token of another filter', async () => {
    const { json } = await get('&limit=1')
    const { status } = await get(`&limit=1&type=Normal&continue=${String(json['continue'])}`)
    expect(status).to.equal(400)
  })

  it('spans all namespaces where none is named', async () => {
    const all = await call(target.api, 'GET', '/api/events?reason=Scaled', undefined, showing(latest))
    expect(reasons(all)).to.include('Scaled')
  })

  it('serves the events from a watch cache', async () => {
    await until('the events to come from watched state', async () =>
      (await get('')).headers.get('x-cache') === 'hit' ? true : undefined,
    )
    const answer = await get('&type=Warning&since=2h')
    expect([answer.headers.get('x-cache'), reasons(answer)]).to.deep.equal(['hit', ['BackOff']])
  })

  for (const filter of ['type=warning', 'kind=a,b', 'name=A', 'reason=', 'since=1w', 'since=0s', 'sinse=1h'])
    it(`rejects ${filter}`, async () => {
      const { status, json } = await get(`&${filter}`)
      expect([status, json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
    })
})
