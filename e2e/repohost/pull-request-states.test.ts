import { expect } from 'chai'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { call } from '../support/http.ts'
import { CHANGE, serveHost, type ServedHost } from './served.ts'

const PATH = '/api/settings/repohost/prs'

describe('GET /api/settings/repohost/prs', () => {
  let served: ServedHost
  let time: SkippingTime

  before(async () => {
    time = new SkippingTime()
    served = await serveHost({}, { time })
  })
  beforeEach(async () => {
    for (const name of ['web', 'none', 'other'])
      await call(served.base, 'DELETE', `${PATH}?deploymentName=${name}&namespace=shop`)
    // States of the test before have expired.
    time.skip(60_000)
  })

  const put = async (deploymentName: string, added: object) => {
    const url = `${served.host.url.replace('http:', 'https:')}/shop/web/pull/1`
    const pullRequest = { deploymentName, namespace: 'shop', prNumber: 1, url, ...added }
    expect((await call(served.base, 'POST', PATH, pullRequest)).status).to.equal(200)
  }
  const states = async () => {
    const { status, json } = await call(served.base, 'GET', PATH)
    expect(status).to.equal(200)
    return (json['prs'] as { state?: string }[]).map(({ state }) => state)
  }
  const reads = () => served.host.requests.filter(({ path }) => /\/pulls\/\d+$/.test(path)).length

  it('has the state at the host, asked for once a minute', async () => {
    const { query } = await served.create()
    await served.post('create-pr', { ...query, ...CHANGE, filePath: 'apps/web.yaml' })
    await put('web', query)
    const before = reads()
    expect([await states(), await states()]).to.deep.equal([['open'], ['open']])
    expect(reads() - before).to.equal(1)
    await served.post('merge-pr', { ...query, pullNumber: 1 })
    expect(await states()).to.deep.equal(['open'])
    time.skip(60_000)
    expect(await states()).to.deep.equal(['merged'])
  })

  it('reads the repository of several pull requests once', async () => {
    const { query, name } = await served.create()
    const before = served.host.requests.length
    await put('web', query)
    await put('other', { ...query, prNumber: 2 })
    await states()
    const paths = served.host.requests.slice(before).map(({ path }) => path)
    expect(paths.filter((path) => path.endsWith('/pulls/2'))).to.have.length(1)
    expect(paths.filter((path) => path.endsWith(`/${name}`))).to.have.length(1)
  })

  it('has no state of a pull request that the host does not know, and of one without a repository', async () => {
    const { query } = await served.create()
    await put('web', query)
    await put('none', { ...query, repo: 'none' })
    await put('other', {})
    expect(await states()).to.deep.equal([undefined, undefined, undefined])
  })

  it('does not wait for a host that does not answer', async () => {
    const { query } = await served.create()
    await put('web', query)
    served.host.fault(/pulls\/1$/, () => undefined)
    const pending = states()
    await time.until(
      'the request for the state',
      () => (served.host.requests.at(-1)?.path.endsWith('pulls/1') ? true : undefined),
      0,
    )
    time.skip(3_000)
    expect(await pending).to.deep.equal([undefined])
  })

  it('has no states where callers may not use the credential', async () => {
    const closed = await serveHost({ repohostShared: 'none' }, { host: served.host })
    const { query } = await closed.create()
    await served.post('create-pr', { ...query, ...CHANGE, filePath: 'apps/web.yaml' })
    const url = `${served.host.url.replace('http:', 'https:')}/shop/web/pull/1`
    await call(closed.base, 'POST', PATH, {
      deploymentName: 'web',
      namespace: 'shop',
      prNumber: 1,
      url,
      ...query,
    })
    expect((await call(closed.base, 'GET', PATH)).json['prs']).to.deep.equal([
      { deploymentName: 'web', namespace: 'shop', prNumber: 1, url, ...query },
    ])
  })
})
