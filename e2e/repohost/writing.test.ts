import { expect } from 'chai'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { CHANGE, serveHost, type ServedHost } from './served.ts'

describe('writes to a repository host', () => {
  let served: ServedHost

  before(async () => {
    served = await serveHost()
  })
  afterEach(() => expect(served.host.differences.splice(0)).to.deep.equal([]))

  it('proposes a change, finds it again and merges it, with audit entries that name the caller', async () => {
    const { git, query, pulls, name } = await served.create()
    const change = { ...query, ...CHANGE, filePath: 'apps/web.yaml' }
    const created = await served.post('create-pr', change)
    expect(created.status).to.equal(201)
    const { pr, branch, commit, previousSha } = created.json as Record<string, never>
    expect(pr).to.deep.equal({ number: 1, url: `${served.host.url}/shop/${name}/pull/1` })
    expect(previousSha).to.equal(await git.text('rev-parse', 'main:apps/web.yaml'))
    expect(await git.text('rev-list', `main..${String(branch)}`)).to.equal(commit)
    const [pull] = pulls
    expect(pull?.title).to.equal('chore(shop): update web')
    expect(pull?.body).to.equal(
      'Changes `web` in namespace `shop` of context `test`.\n\n- `apps/web.yaml`: 5 bytes, 5 bytes before\n\nRequested-by: `cluster-inspector:local`',
    )
    const again = await served.post('create-pr', change)
    expect([again.status, again.json['existing'], again.json['pr']]).to.deep.equal([200, true, pr])
    const merged = await served.post('merge-pr', { ...query, pullNumber: 1, expectedHeadSha: commit })
    expect(merged.json).to.deep.equal({
      success: true,
      merged: true,
      sha: await git.head('main'),
      message: 'pull request 1 is merged, its branch is deleted',
    })
    expect((await git.branches()).map((one) => one.name)).to.deep.equal(['main'])
    const entries = served
      .output()
      .split('\n')
      .filter((line) => line.includes('pullrequests') && line.includes(name))
      .map((line) => (JSON.parse(line) as { audit: Record<string, unknown> }).audit)
    expect(entries.map(({ verb, phase, result }) => [verb, phase, result])).to.deep.equal([
      ['create', 'requested', undefined],
      ['create', 'done', 'succeeded'],
      ['merge', 'requested', undefined],
      ['merge', 'done', 'succeeded'],
    ])
  })

  it('changes fields of a manifest, and no other character', async () => {
    const manifest = (image: string) =>
      `kind: Deployment # by hand\nmetadata: { name: web }\nspec:\n  image: ${image}   # pinned\n`
    const { git, query } = await served.create({ 'apps/web.yaml': manifest('web:2') })
    const { content: _content, ...rest } = CHANGE
    const change = (from: string, value: string) => ({
      ...query,
      ...rest,
      filePath: 'apps/web.yaml',
      patch: [{ pointer: '/spec/image', from, value }],
    })
    const created = await served.post('create-pr', change('web:2', 'web:1'))
    expect(created.status, created.text).to.equal(201)
    expect(created.json['previousSha']).to.equal(await git.text('rev-parse', 'main:apps/web.yaml'))
    expect(`${await git.text('show', `${String(created.json['branch'])}:apps/web.yaml`)}\n`).to.equal(
      manifest('web:1'),
    )
    const again = await served.post('create-pr', change('web:2', 'web:1'))
    expect([again.status, again.json['existing']]).to.deep.equal([200, true])
    const other = await served.post('create-pr', change('web:3', 'web:1'))
    expect([other.status, other.json['error']]).to.deep.equal([
      409,
      '"/spec/image" is "web:2" in the file, not "web:3": the cluster has another state',
    ])
    const none = await served.post('create-pr', { ...change('a', 'b'), filePath: 'apps/none.yaml' })
    expect([none.status, none.json['error']]).to.deep.equal([
      409,
      '"apps/none.yaml" is not there, so it has no fields',
    ])
    for (const body of [
      { ...change('a', 'b'), content: 'a: 1' },
      { ...query, ...rest },
    ])
      expect((await served.post('create-pr', body)).status).to.equal(400)
  })

  it('proposes several files on a branch of the caller', async () => {
    const { git, query } = await served.create()
    const body = {
      ...query,
      branch: 'release/2',
      files: [
        { path: 'apps/web.yaml', content: 'a: 2\n', sha: await git.text('rev-parse', 'main:apps/web.yaml') },
        { path: 'apps/new.yaml', content: 'b: 1\n' },
      ],
      commitMessage: 'two files',
      title: 'Two files',
      body: 'Hello @everyone',
      draft: true,
    }
    const { status, json } = await served.post('create-multi-file-pr', body)
    expect([status, json['branch']]).to.deep.equal([201, 'release/2'])
    expect(await git.text('log', '-1', '--format=%s', 'release/2')).to.equal('two files')
    const stale = {
      ...body,
      branch: 'other',
      files: [{ path: 'apps/web.yaml', content: 'x: 1\n', sha: '1'.repeat(40) }],
    }
    const refused = await served.post('create-multi-file-pr', stale)
    expect([refused.status, refused.json['error']]).to.satisfy(
      ([code, error]: [number, string]) =>
        code === 409 && error.includes('"apps/web.yaml" has changed since'),
    )
  })

  it('waits while the host computes whether it can merge', async () => {
    const { query, pulls } = await served.create()
    await served.post('create-pr', { ...query, ...CHANGE })
    const [pull] = pulls
    if (pull === undefined) throw new Error('no pull request')
    pull.computing = 9
    const late = await served.post('merge-pr', { ...query, pullNumber: 1 })
    expect([late.status, late.headers.get('retry-after')]).to.deep.equal([409, '5'])
    pull.computing = 2
    expect((await served.post('merge-pr', { ...query, pullNumber: 1 })).status).to.equal(200)
  })

  it('says why a protected branch is not merged into', async () => {
    const { query, protected: branches } = await served.create()
    await served.post('create-pr', { ...query, ...CHANGE })
    branches.add('main')
    const { status, json } = await served.post('merge-pr', { ...query, pullNumber: 1 })
    expect([status, json['code'], json['reason']]).to.deep.equal([
      409,
      'CONFLICT',
      'Pull Request is not mergeable',
    ])
  })

  it('limits writes of a caller to 20 a minute', async () => {
    const limited = await serveHost({}, { time: new SkippingTime(), host: served.host })
    const body = { owner: 'shop', repo: 'none', pullNumber: 1 }
    const statuses: number[] = []
    for (let number = 0; number < 21; number++) statuses.push((await limited.post('merge-pr', body)).status)
    expect(statuses).to.deep.equal([...Array.from({ length: 20 }, () => 404), 429])
  })
})
