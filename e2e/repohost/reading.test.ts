import { expect } from 'chai'
import { TOKEN } from '../support/git-host/git-host.ts'
import { CHANGE, serveHost, type ServedHost } from './served.ts'

describe('reads of a repository host', () => {
  let served: ServedHost

  before(async () => {
    served = await serveHost()
  })
  afterEach(() => expect(served.host.differences.splice(0)).to.deep.equal([]))

  it('lists repositories, and those whose name has a text', async () => {
    const { name } = await served.create()
    const { status, json } = await served.get('repos')
    expect(status).to.equal(200)
    expect(json['repos']).to.deep.include({
      owner: 'shop',
      repo: name,
      fullName: `shop/${name}`,
      defaultBranch: 'main',
      private: true,
      canPush: true,
      updatedAt: '2026-11-20T11:25:00Z',
    })
    const found = await served.get('repos', { q: name.toUpperCase() })
    expect(found.json['repos']).to.have.length(1)
    expect((await served.get('repos', { q: 'no such text' })).json).to.deep.equal({ repos: [] })
  })

  it('pages a list, and rejects a token of another list', async () => {
    const { git, query } = await served.create()
    const head = (await git.head('main')) ?? ''
    for (const name of ['a', 'b', 'c', 'd']) await git.updateRef(`refs/heads/${name}`, head, undefined)
    const found: string[] = []
    let token = ''
    for (let pages = 0; pages < 9; pages++) {
      const { json } = await served.get('branches', {
        ...query,
        limit: '2',
        ...(token === '' ? {} : { continue: token }),
      })
      found.push(...(json['branches'] as { name: string }[]).map(({ name }) => name))
      if (json['continue'] === undefined) break
      token = json['continue'] as string
    }
    expect(found).to.deep.equal(['a', 'b', 'c', 'd', 'main'])
    for (const [path, wrong] of [
      ['repos', token],
      ['branches', 'nonsense'],
      ['branches', Buffer.from('[0,0,"xxxxxxxxxxxx"]').toString('base64url')],
    ] as const) {
      const { status, json } = await served.get(path, {
        ...(path === 'repos' ? {} : query),
        limit: '2',
        continue: wrong,
      })
      expect([status, json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
    }
  })

  it('stops after 1,000 items without a limit, and continues', async () => {
    const { git, query } = await served.create()
    const head = (await git.head('main')) ?? ''
    const lines = Array.from(
      { length: 1005 },
      (_, number) => `create refs/heads/b${String(number).padStart(4, '0')} ${head}\n`,
    )
    await git.git(['update-ref', '--stdin'], lines.join(''))
    const first = await served.get('branches', query)
    expect(first.json['branches']).to.have.length(1000)
    const rest = await served.get('branches', {
      ...query,
      limit: '100',
      continue: first.json['continue'] as string,
    })
    expect(rest.json['branches']).to.have.length(6)
    expect(rest.json).to.not.have.property('continue')
  })

  it('lists a folder, and everything below it', async () => {
    const { git, query } = await served.create({
      'a.yaml': 'a',
      'apps/web.yaml': 'b',
      'apps/base/c.yaml': 'c',
    })
    const { json } = await served.get('tree', { ...query, path: 'apps' })
    expect(json).to.deep.include({ ref: 'main', commit: await git.head('main'), truncated: false })
    expect((json['tree'] as object[]).map((one) => Reflect.get(one, 'path') as string)).to.deep.equal([
      'apps/base',
      'apps/web.yaml',
    ])
    const whole = await served.get('tree', { ...query, recursive: 'true' })
    expect(whole.json['tree']).to.have.length(5)
    expect((await served.get('tree', { ...query, path: 'none' })).status).to.equal(404)
    expect((await served.get('tree', { ...query, path: 'a.yaml' })).status).to.equal(400)
  })

  it('walks the folders of a tree that the host truncates', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [`d${number}/f.yaml`, `n: ${number}`]),
    )
    const repository = await served.create(files)
    repository.treeLimit = 10
    const { query } = repository
    const tree = await served.get('tree', { ...query, recursive: 'true' })
    expect(tree.json['truncated']).to.equal(true)
    expect((await served.get('tree', query)).json['tree']).to.have.length(30)
    expect((await served.get('file', { ...query, path: 'd29/f.yaml' })).json).to.include({ content: 'n: 29' })
    expect((await served.get('files', query)).json['truncated']).to.equal(true)
    const change = { ...query, ...CHANGE, filePath: 'd29/f.yaml', content: 'n: 0\n' }
    expect((await served.post('create-pr', change)).status).to.equal(201)
  })

  it('returns a file as text or base64, and says what it was read from', async () => {
    const { git, query } = await served.create({ 'a.yaml': 'ü: 1\n', 'b.bin': Buffer.from([0, 255]) })
    const { json, headers } = await served.get('file', { ...query, path: 'a.yaml' })
    expect(json).to.include({ path: 'a.yaml', ref: 'main', size: 6, content: 'ü: 1\n', encoding: 'utf-8' })
    expect(json).to.include({
      commit: await git.head('main'),
      sha: await git.text('rev-parse', 'main:a.yaml'),
    })
    expect(headers.get('cache-control')).to.equal('no-store')
    const bytes = await served.get('file', { ...query, path: 'b.bin' })
    expect(bytes.json).to.include({ content: 'AP8=', encoding: 'base64' })
  })

  it('describes a pointer of LFS, and refuses what is no file', async () => {
    const oid = 'ab'.repeat(32)
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`
    const { git, query } = await served.create({ 'big.bin': pointer, 'apps/a.yaml': 'a' })
    await git.push('main', { link: 'apps/a.yaml' }, '120000')
    const commit = (await git.head('main')) ?? ''
    const tree = await git.writeTree(commit, [{ path: 'module', mode: '160000', sha: commit }])
    await git.updateRef('refs/heads/main', await git.commitTree(tree, [commit], 'module'), commit)
    expect((await served.get('file', { ...query, path: 'big.bin' })).json['lfs']).to.deep.equal({
      oid,
      size: 12_345,
    })
    for (const [path, words] of [
      ['link', '"link" is a symlink to "apps/a.yaml"'],
      ['module', `"module" is a submodule at commit ${commit}`],
      ['apps', '"apps" is a folder'],
    ] as const) {
      const { status, json } = await served.get('file', { ...query, path })
      expect([status, json['error']]).to.deep.equal([409, words])
    }
  })

  it('serves a file of 5 MiB, and none that is larger', async () => {
    const { query } = await served.create({
      fits: Buffer.alloc(5 * 1024 * 1024, 97),
      large: Buffer.alloc(5 * 1024 * 1024 + 1, 97),
    })
    expect((await served.get('file', { ...query, path: 'fits' })).json['size']).to.equal(5 * 1024 * 1024)
    expect((await served.get('file', { ...query, path: 'large' })).status).to.equal(413)
  })

  it('finds files by a glob, YAML by default', async () => {
    const { query } = await served.create({
      'a.yaml': '1',
      '.hidden/b.yml': '2',
      'c.json': '3',
      'd/e/f.yaml': '4',
    })
    const paths = async (pattern?: string) => {
      const { json } = await served.get('files', { ...query, ...(pattern === undefined ? {} : { pattern }) })
      return (json['files'] as { path: string }[]).map(({ path }) => path)
    }
    expect(await paths()).to.deep.equal(['.hidden/b.yml', 'a.yaml', 'd/e/f.yaml'])
    expect(await paths('d/**')).to.deep.equal(['d/e/f.yaml'])
    expect(await paths('{a.yaml,c.*}')).to.deep.equal(['a.yaml', 'c.json'])
    expect(await paths('!a.yaml')).to.deep.equal([])
  })

  it('asks for what never changes once, and for refs by their ETag', async () => {
    const { query } = await served.create()
    const read = () => served.get('file', { ...query, path: 'apps/web.yaml' })
    await read()
    const before = served.host.requests.length
    const { json } = await read()
    expect(json['content']).to.equal('a: 1\n')
    const later = served.host.requests
      .slice(before)
      .map(({ path }) => path.replace(/^\/repos\/[^/]+\/[^/]+/, ''))
    expect(later).to.deep.equal(['', '/commits/main'])
  })

  it('has an empty tree and no branches for an empty repository', async () => {
    const { query } = await served.create({})
    expect((await served.get('branches', query)).json).to.deep.equal({ branches: [] })
    expect((await served.get('tree', query)).json).to.deep.equal({ tree: [], truncated: false })
    expect((await served.get('files', query)).json).to.deep.equal({ files: [], truncated: false })
    const change = { ...query, ...CHANGE, content: 'a: 1\n' }
    const { status, json } = await served.post('create-pr', change)
    expect([status, json['error']]).to.deep.equal([
      409,
      `the repository "shop/${query.repo}" is empty: create its first commit at the host`,
    ])
  })

  it('names what does not exist', async () => {
    const { query, name } = await served.create()
    for (const [path, more, fields] of [
      ['branches', { repo: 'none' }, { repository: 'shop/none' }],
      ['file', { path: 'none.yaml' }, { repository: `shop/${name}`, path: 'none.yaml' }],
      ['tree', { ref: 'none' }, { repository: `shop/${name}`, ref: 'none' }],
    ] as const) {
      const { status, json } = await served.get(path, { ...query, ...more })
      expect([path, status]).to.deep.equal([path, 404])
      expect(json).to.include({ code: 'NOT_FOUND', ...fields })
    }
    const merged = await served.post('merge-pr', { ...query, pullNumber: 9 })
    expect(merged.json).to.include({ code: 'NOT_FOUND', repository: `shop/${name}`, pullNumber: '9' })
  })

  it('refuses requests that pages of other sites cause, and discloses no token', async () => {
    const { query } = await served.create()
    for (const path of ['repos', 'auth-status'])
      expect((await served.get(path, {}, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403)
    const { json, text } = await served.get('auth-status')
    expect(json).to.deep.equal({
      configured: true,
      authenticated: true,
      via: 'token',
      host: new URL(served.host.url).host,
      login: 'robot',
      scopes: ['repo', 'read:org'],
      expiresAt: '2026-12-01T00:00:00Z',
      writable: true,
    })
    expect(text).to.not.include(TOKEN)
    await served.get('tree', query)
    expect(served.output()).to.not.include(TOKEN)
  })
})
