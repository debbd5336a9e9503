import { expect } from 'chai'
import { expectRefusal, versionOf } from './expect.ts'
import { type WatchEvent, readJson } from './kube.ts'
import { Watch } from './stream.ts'
import { type Target, openTarget } from './target.ts'

const listed = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'

describe('conformance: watch', () => {
  let target: Target
  let secrets: string
  const open: Watch[] = []

  before(async () => {
    target = await openTarget()
    secrets = `/api/v1/namespaces/${target.namespace}/secrets`
    for (const name of ['b', 'a', 'c']) {
      await target.admin.create(secrets, { metadata: { name, labels: { app: name } }, type: 'Opaque' })
    }
  })
  afterEach(() => {
    for (const watch of open.splice(0)) watch.close()
  })

  async function watch(query: string): Promise<Watch> {
    const opened = await Watch.open(target.admin, `${secrets}?watch=1&${query}`, target.patience)
    open.push(opened)
    return opened
  }

  const version = async (): Promise<string> => versionOf(await target.admin.get(`${secrets}?limit=1`))
  const told = (event: WatchEvent | undefined): string => `${event?.type} ${event?.object?.metadata?.name}`

  it('begins with the existing objects in key order, without a version', async () => {
    const events = await watch('timeoutSeconds=30')
    expect(events.status).to.equal(200)
    expect(events.contentType).to.equal('application/json')
    expect([told(await events.next()), told(await events.next()), told(await events.next())]).to.deep.equal([
      'ADDED a',
      'ADDED b',
      'ADDED c',
    ])
  })

  it('events carry whole objects, kind and apiVersion included', async () => {
    const events = await watch('resourceVersion=0')
    const event = await events.next()
    expect(event?.object).to.include({ kind: 'Secret', apiVersion: 'v1', type: 'Opaque' })
    expect(event?.object?.metadata)
      .to.be.an('object')
      .that.includes.keys('uid', 'resourceVersion', 'creationTimestamp', 'managedFields')
  })

  it('replays all changes since the given version, in order', async () => {
    const from = await version()
    await target.admin.create(secrets, { metadata: { name: 'x' } })
    const changed = await target.admin.merge(`${secrets}/x`, { metadata: { labels: { n: '1' } } })
    await target.admin.send('DELETE', `${secrets}/x`)
    const events = await watch(`resourceVersion=${from}`)
    expect(told(await events.next())).to.equal('ADDED x')
    const modified = await events.next()
    expect(told(modified)).to.equal('MODIFIED x')
    expect(modified?.object).to.deep.equal(changed)
    const deleted = await events.next()
    expect(told(deleted)).to.equal('DELETED x')
    expect(deleted?.object?.metadata?.labels).to.deep.equal({ n: '1' })
    const last = Number(deleted?.object?.metadata?.resourceVersion)
    expect(last).to.be.above(Number(versionOf(changed)))
  })

  it('tells changes as they happen', async () => {
    const events = await watch(`resourceVersion=${await version()}`)
    await target.admin.create(secrets, { metadata: { name: 'live' } })
    expect(told(await events.next())).to.equal('ADDED live')
    await target.admin.send('DELETE', `${secrets}/live`)
    expect(told(await events.next())).to.equal('DELETED live')
  })

  it('an update that changes nothing is no event', async () => {
    const events = await watch(`resourceVersion=${await version()}`)
    const before = await target.admin.get(`${secrets}/a`)
    const same = await target.admin.merge(`${secrets}/a`, { metadata: { labels: { app: 'a' } } })
    expect(versionOf(same)).to.equal(versionOf(before))
    await target.admin.merge(`${secrets}/b`, { metadata: { labels: { touched: 'yes' } } })
    expect(told(await events.next())).to.equal('MODIFIED b')
  })

  it('sends DELETED for an object that leaves a selection, and ADDED for one that enters', async () => {
    const events = await watch(`resourceVersion=${await version()}&labelSelector=app%3Dc`)
    const changed = await target.admin.merge(`${secrets}/c`, { metadata: { labels: { app: 'other' } } })
    const left = await events.next()
    expect(told(left)).to.equal('DELETED c')
    expect(left?.object?.metadata?.labels).to.deep.equal({ app: 'c' })
    expect(left?.object?.metadata?.resourceVersion).to.equal(versionOf(changed))
    await target.admin.merge(`${secrets}/c`, { metadata: { labels: { app: 'c' } } })
    expect(told(await events.next())).to.equal('ADDED c')
  })

  it('a field selector picks one object', async () => {
    const events = await watch('fieldSelector=metadata.name%3Db')
    expect(told(await events.next())).to.equal('ADDED b')
    await target.admin.merge(`${secrets}/a`, { metadata: { labels: { other: 'x' } } })
    await target.admin.merge(`${secrets}/b`, { metadata: { labels: { other: 'x' } } })
    expect(told(await events.next())).to.equal('MODIFIED b')
  })

  it('WatchList: what is there, then a bookmark that says so, then changes', async () => {
    const events = await watch(listed)
    expect([told(await events.next()), told(await events.next()), told(await events.next())]).to.deep.equal([
      'ADDED a',
      'ADDED b',
      'ADDED c',
    ])
    const bookmark = await events.next()
    expect(bookmark?.type).to.equal('BOOKMARK')
    const resourceVersion = bookmark?.object?.metadata?.resourceVersion
    expect(bookmark?.object).to.deep.equal({
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
    })
    expect(Number(resourceVersion)).to.be.above(0)
    await target.admin.create(secrets, { metadata: { name: 'later' } })
    expect(told(await events.next())).to.equal('ADDED later')
    await target.admin.send('DELETE', `${secrets}/later`)
  })

  it('WatchList of nothing is a bookmark alone', async () => {
    const events = await watch(`${listed}&labelSelector=no%3Dbody`)
    expect((await events.next())?.object?.metadata?.annotations).to.deep.equal({
      'k8s.io/initial-events-end': 'true',
    })
  })

  it('WatchList from a version that is not there yet: an ERROR event', async () => {
    const events = await watch(`${listed}&resourceVersion=999999999`)
    const event = await events.next()
    expect(event?.type).to.equal('ERROR')
    expect(event?.object).to.include({ kind: 'Status', status: 'Failure', reason: 'Timeout', code: 504 })
    expect(event?.object?.message).to.match(/^Timeout: Too large resource version: 999999999, current: \d+$/)
    expect(await events.next()).to.equal(undefined)
  })

  it('ends in order after timeoutSeconds', async () => {
    const events = await watch(`timeoutSeconds=1&resourceVersion=${await version()}`)
    expect(await events.next()).to.equal(undefined)
  })

  it('metadata alone, for those who ask for it', async () => {
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const { text } = await target.admin.send('GET', `${secrets}?watch=1&timeoutSeconds=1`, { accept })
    const { type, object }: WatchEvent = readJson(text.split('\n')[0] ?? '')
    expect(type).to.equal('ADDED')
    expect(object).to.include({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
    expect(object).to.have.all.keys('kind', 'apiVersion', 'metadata')
  })

  it('a version that is none: 500', async () => {
    expectRefusal(await target.admin.send('GET', `${secrets}?watch=1&resourceVersion=abc`), {
      code: 500,
      message: 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    })
  })

  const field = 'resourceVersionMatch'
  for (const [query, why] of [
    ['sendInitialEvents=true', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    [
      `${field}=NotOlderThan`,
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    ],
  ] as const) {
    it(`responds 422 to ${query} alone`, async () => {
      const message = `Forbidden: ${why}`
      expectRefusal(await target.admin.send('GET', `${secrets}?watch=1&${query}`), {
        code: 422,
        reason: 'Invalid',
        message: `ListOptions.meta.k8s.io "" is invalid: ${field}: ${message}`,
        details: {
          group: 'meta.k8s.io',
          kind: 'ListOptions',
          causes: [{ reason: 'FieldValueForbidden', message, field }],
        },
      })
    })
  }

  it('a selector that is none: 400 before anything is watched', async () => {
    const { status, json } = await target.admin.send('GET', `${secrets}?watch=1&labelSelector=%3D`)
    expect([status, json.reason]).to.deep.equal([400, 'BadRequest'])
  })

  it('watch=0 is a list, any other word a watch', async () => {
    expect((await target.admin.get(`${secrets}?watch=0`)).kind).to.equal('SecretList')
    const events = await watch('watch=yes')
    expect(told(await events.next())).to.equal('ADDED a')
  })

  it('a version that is too old: an ERROR event with 410, in a 200', async function () {
    const from = await version()
    await target.admin.merge(`${secrets}/a`, { metadata: { labels: { old: String(Date.now()) } } })
    const old = target.compact() ? from : '1'
    const events = await watch(`resourceVersion=${old}`)
    expect(events.status).to.equal(200)
    const event = await events.next()
    // A real watch cache keeps its history as long as it can; only a restarted API server has lost it.
    if (event?.type !== 'ERROR' && !target.demo) this.skip()
    expect(event?.type).to.equal('ERROR')
    expect(event?.object).to.include({ kind: 'Status', reason: 'Expired', code: 410 })
    expect(event?.object?.message).to.match(new RegExp(`^too old resource version: ${old} \\(\\d+\\)$`))
    expect(await events.next()).to.equal(undefined)
  })
})
