import { expect } from 'chai'
import { container, openFixture, podOf, podsOf, type Fixture } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

describe('Logs', () => {
  let target: Target
  let fixture: Fixture
  let pod: string
  const logs = (name: string, query = '') =>
    call(target.api, 'GET', `/api/pods/${name}/logs?namespace=${fixture.namespace}${query}`)

  before(async function () {
    this.timeout(180_000)
    target = await openTarget()
    fixture = await openFixture(target)
    pod = (await podsOf(target, fixture.namespace, fixture.labels))[0]?.metadata.name ?? ''
    await until(
      'a log to speak',
      async () => ((await logs(pod)).text.split('\n').length > 3 ? true : undefined),
      target.patienceMs,
    )
  })

  it('serves logs as plain text that no browser runs', async () => {
    const { status, headers, text } = await logs(pod)
    expect(status).to.equal(200)
    expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(headers.get('x-content-type-options')).to.equal('nosniff')
    expect(headers.get('content-security-policy')).to.equal("sandbox; default-src 'none'")
    expect(headers.get('x-frame-options')).to.equal('DENY')
    expect(headers.get('cross-origin-resource-policy')).to.equal('same-origin')
    expect(headers.get('cache-control')).to.equal('no-store')
    expect(text).to.match(/\n$/)
  })

  it('gives the last lines that were asked for, and none for tail=0', async () => {
    expect((await logs(pod, '&tail=2')).text.trimEnd().split('\n')).to.have.length(2)
    expect((await logs(pod, '&tail=0')).text).to.equal('')
  })

  it('prefixes times on request, and looks back as far as asked', async () => {
    expect((await logs(pod, '&tail=1&timestamps=true')).text).to.match(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.?\d*(Z|[+-]\d\d:\d\d) /,
    )
    expect((await logs(pod, '&since=1h30m')).text).to.not.equal('')
  })

  const wrong = [
    'tail=-1',
    'tail=10001',
    'tail=1e3',
    'tail=0x10',
    'tail=%205%20',
    'tail=5.5',
    'tail=1e309',
    'since=5',
    'since=-5m',
    'since=0s',
    'since=999999h',
    'follow=yes',
    'follow=1',
    'previous=TRUE',
    'timestamps=',
    'container=..',
    'tail=1&tail=2',
    'tail[]=1',
  ]
  for (const query of wrong)
    it(`refuses ${query}`, async () => {
      const calls = await target.upstreamCalls()
      const { status, json } = await logs(pod, `&${query}`)
      expect(status).to.equal(400)
      expect(json['code']).to.equal('BAD_REQUEST')
      expect(json['issues']).to.have.nested.property('[0].in', 'query')
      expect(await target.upstreamCalls()).to.equal(calls)
    })

  it('wants the container named where there are several, and names them', async () => {
    const several = { containers: [container(target, 'one'), container(target, 'two')] }
    await target.kube.create(podOf(target, fixture.namespace, 'several', several))
    const { status, json } = await logs('several')
    expect(status).to.equal(400)
    expect(json['error']).to.match(/container.*one, two/)
    const none = await logs('several', '&container=three')
    expect(none.status).to.equal(400)
    expect(none.json['error']).to.match(/one, two/)
  })

  it("says why there is none: the cluster's own reason", async () => {
    const previous = await logs(pod, '&previous=true')
    expect(previous.status).to.equal(400)
    expect(previous.json['error']).to.match(/previous terminated container "web" in pod ".*" not found/)
    await target.kube.create(
      podOf(target, fixture.namespace, 'unborn', { nodeSelector: { no: 'such-node' } }),
    )
    const unborn = await logs('unborn')
    expect([unborn.status, unborn.json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
    expect(unborn.json['error']).to.match(/^container "main" in pod "unborn" is waiting to start/)
  })

  it('follows until the caller leaves', async () => {
    const leave = new AbortController()
    const path = `/api/pods/${pod}/logs?namespace=${fixture.namespace}&follow=true&tail=1`
    const response = await fetch(target.api + path, { signal: leave.signal })
    expect(response.status).to.equal(200)
    let lines = 0
    for await (const chunk of response.body ?? []) {
      lines += Buffer.from(chunk).toString().split('\n').length - 1
      if (lines >= 3) break
    }
    leave.abort()
    expect(lines).to.be.at.least(3)
  })

  it('follows to the end of the container, cleanly', async function () {
    this.timeout(120_000)
    await target.kube.create(podOf(target, fixture.namespace, 'brief'))
    const found = await until(
      'the container to have started',
      async () => {
        const answer = await logs('brief', '&follow=true')
        return answer.status === 200 ? answer : undefined
      },
      target.patienceMs,
    )
    expect(found.text.trimEnd().split('\n').at(-1)).to.match(/3$/)
  })

  it('answers HEAD with the status of GET, and without its body [A15]', async () => {
    const head = async (path: string) => call(target.api, 'HEAD', path)
    const { status, headers, text } = await head(
      `/api/pods/${pod}/logs?namespace=${fixture.namespace}&follow=true`,
    )
    expect([status, text, headers.get('content-type')]).to.deep.equal([200, '', 'text/plain; charset=utf-8'])
    const none = await head(`/api/pods/no-such-pod/logs?namespace=${fixture.namespace}`)
    expect([none.status, none.text]).to.deep.equal([404, ''])
    const container = await head(`/api/pods/${pod}/logs?namespace=${fixture.namespace}&container=none`)
    expect([container.status, container.text]).to.deep.equal([400, ''])
  })
})
