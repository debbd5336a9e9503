import { expect } from 'chai'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { describeChange } from '../../server/features/repohost/change/describe-change.ts'
import { CHANGE, serveHost, type ServedHost } from './served.ts'

const LONG = 'a'.repeat(4097)

describe('hostile requests to a repository host', () => {
  const time = new SkippingTime()
  let served: ServedHost
  before(async () => {
    served = await serveHost({}, { time })
  })
  beforeEach(() => time.skip(60_000))

  const QUERIES: readonly (readonly [string, Record<string, string>])[] = [
    ['tree', { owner: '..', repo: 'web' }],
    ['tree', { owner: '.', repo: 'web' }],
    ['tree', { owner: 'shop', repo: '..' }],
    ['tree', { owner: 'shop/web', repo: 'x' }],
    ['tree', { owner: 'shop%2fweb', repo: 'x' }],
    ['tree', { owner: 'shop', repo: 'web?per_page=1' }],
    ['tree', { owner: 'shop', repo: 'web#x' }],
    ['tree', { owner: '', repo: 'web' }],
    ['tree', { owner: 'a'.repeat(101), repo: 'web' }],
    ['tree', { owner: 'shop\u0000', repo: 'web' }],
    ['tree', { owner: 'shop', repo: 'web', ref: '../../other' }],
    ['tree', { owner: 'shop', repo: 'web', ref: '-x' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'a..b' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'a b' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'main:apps' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'main~1' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'HEAD@{1}' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'a\u0007b' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'a.lock' }],
    ['tree', { owner: 'shop', repo: 'web', ref: 'a'.repeat(256) }],
    ['tree', { owner: 'shop', repo: 'web', path: '../etc' }],
    ['file', { owner: 'shop', repo: 'web', path: '/etc/passwd' }],
    ['file', { owner: 'shop', repo: 'web', path: 'a/../../b' }],
    ['file', { owner: 'shop', repo: 'web', path: 'a//b' }],
    ['file', { owner: 'shop', repo: 'web', path: 'a/' }],
    ['file', { owner: 'shop', repo: 'web', path: 'a\nb' }],
    ['file', { owner: 'shop', repo: 'web', path: '' }],
    ['file', { owner: 'shop', repo: 'web', path: LONG }],
    ['files', { owner: 'shop', repo: 'web', pattern: 'a'.repeat(257) }],
    ['branches', { owner: 'shop', repo: 'web', limit: '0' }],
  ]

  for (const [path, query] of QUERIES)
    it(`refuses ${path} of ${JSON.stringify(query).slice(0, 80)}`, async () => {
      const sent = served.host.requests.length
      const { status, json } = await served.get(path, query)
      expect([status, json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
      expect(json['issues']).to.not.be.empty
      expect(served.host.requests.length).to.equal(sent)
    })

  it('finds a file whose name looks like an escape', async () => {
    const { query } = await served.create({ 'a%2fb.yaml': 'a: 1\n', 'c/%2e%2e.yaml': 'b: 1\n' })
    expect((await served.get('file', { ...query, path: 'a%2fb.yaml' })).json['content']).to.equal('a: 1\n')
    expect((await served.get('file', { ...query, path: 'a/b.yaml' })).status).to.equal(404)
  })

  it('matches any glob against ten thousand paths in little time', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2000 }, (_, number) => [`${'a'.repeat(100)}${number}/${'a'.repeat(100)}`, 'x']),
    )
    const { query } = await served.create(files)
    await served.get('files', { ...query, pattern: 'none' })
    for (const pattern of [
      '*a*a*a*a*a*a*a*a*b',
      '**/*a*a*a*a*a*a*b',
      '{a,b}'.repeat(40),
      '**/'.repeat(60) + 'x',
      '[[:alpha:]]*'.repeat(20),
    ]) {
      const before = process.cpuUsage()
      expect((await served.get('files', { ...query, pattern })).status).to.equal(200)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000, pattern).to.be.lessThan(1000)
    }
  })

  const change = { owner: 'shop', repo: 'web', ...CHANGE, content: 'a: 1\n' }
  const SECRET = 'kind: Secret\nmetadata: {name: db}\nstringData: {password: x}\n'
  const BODIES: readonly (readonly [string, Record<string, unknown>])[] = [
    ['a path that leaves', { filePath: '../a.yaml' }],
    ['a path of 4,097 characters', { filePath: LONG }],
    ['a path of 4,098 bytes', { filePath: 'ü'.repeat(2049) }],
    ['a .git folder', { filePath: 'apps/.GIT/config' }],
    ['a workflow', { filePath: '.github/workflows/ci.yaml', content: 'a: 1\n' }],
    ['an unknown field', { force: true }],
    ['YAML that does not parse', { content: 'a: [1\n' }],
    ['duplicate keys', { content: 'a: 1\na: 2\n' }],
    ['duplicate keys in the second document', { content: 'a: 1\n---\nb: 1\nb: 2\n' }],
    ['a hundred thousand nested lists', { content: '- '.repeat(100_000) }],
    ['a hundred thousand brackets', { content: '['.repeat(100_000) }],
    ['a Secret in plain text', { content: SECRET }],
    ['a Secret in the second document', { content: `a: 1\n---\n${SECRET}` }],
    ['a Secret in a List', { content: `kind: List\nitems:\n- ${SECRET.trim().replaceAll('\n', '\n  ')}\n` }],
    [
      'a Secret by a merge key',
      { content: 'x: &s {kind: Secret, data: {a: Yg==}}\n---\n<<: {kind: Secret, data: {a: Yg==}}\n' },
    ],
    ['a Secret in JSON', { filePath: 'a.json', content: '{"kind":"Secret","data":{"a":"Yg=="}}' }],
    ['half a character', { content: 'a: \ud800\n' }],
    ['a title of two lines', { title: 'a\nb' }],
    ['a title of 257 characters', { title: 'a'.repeat(257) }],
    ['a body of 65,537 characters', { body: 'a'.repeat(65_537) }],
    ['a base branch that is none', { baseBranch: '../main' }],
    ['a sha that is none', { sha: 'HEAD' }],
  ]

  for (const [what, more] of BODIES)
    it(`refuses a change with ${what}`, async () => {
      const sent = served.host.requests.length
      const { status, json } = await served.post('create-pr', { ...change, ...more })
      expect([status, json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
      expect(served.host.requests.length).to.equal(sent)
    })

  it('accepts a Secret that SOPS has encrypted, templates of charts, and a bomb that stays small', async () => {
    const { query } = await served.create()
    const bomb =
      'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n'
    for (const [filePath, content] of [
      ['sops.yaml', 'kind: Secret\ndata: {a: ENC}\nsops: {mac: ENC}\n'],
      ['chart/templates/a.yaml', 'a: {{ .Values.a }}\n{{- end }}\n'],
      ['bomb.yaml', bomb],
      ['notes.txt', 'a: [1'],
    ] as const) {
      time.skip(1000)
      const { status } = await served.post('create-pr', { ...change, ...query, filePath, content })
      expect([filePath, status]).to.deep.equal([filePath, 201])
    }
  })

  it('accepts contents of 1 MiB in all, and no byte more', async () => {
    const { query } = await served.create()
    const body = (bytes: number) => ({
      ...query,
      files: [
        { path: 'a.txt', content: 'a'.repeat(bytes - 10) },
        { path: 'b.txt', content: 'b'.repeat(10) },
      ],
    })
    expect((await served.post('create-multi-file-pr', body(1_048_576))).status).to.equal(201)
    const { status, json } = await served.post('create-multi-file-pr', body(1_048_577))
    expect([status, json['error']]).to.deep.equal([
      413,
      'the contents have 1048577 bytes in all; the limit is 1048576',
    ])
    expect(
      (await served.post('create-pr', { ...change, content: 'a'.repeat(4 * 1024 * 1024) })).status,
    ).to.equal(413)
  })

  it('refuses files of one path in different case, more than 100 files, and none', async () => {
    const file = (path: string) => ({ path, content: 'a: 1\n' })
    const names = { owner: 'shop', repo: 'web' }
    for (const files of [
      [file('a.yaml'), file('A.yaml')],
      Array.from({ length: 101 }, (_, at) => file(`${at}.yaml`)),
      [],
    ])
      expect((await served.post('create-multi-file-pr', { ...names, files })).status).to.equal(400)
    const onBase = await served.post('create-multi-file-pr', {
      ...names,
      branch: 'main',
      baseBranch: 'main',
      files: [file('a.yaml')],
    })
    expect(onBase.status).to.equal(400)
  })

  it('parses a megabyte of keys in little time', async () => {
    const content = Array.from({ length: 50_000 }, (_, at) => `key${at}: value${at}`).join('\n')
    const { query } = await served.create()
    const before = process.cpuUsage()
    expect((await served.post('create-pr', { ...change, ...query, content })).status).to.equal(201)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).to.be.lessThan(5000)
  })

  it('commits to no default branch, whatever the branch of the caller is', async () => {
    const { query, git } = await served.create()
    const head = await git.head('main')
    const body = { ...query, branch: 'main', files: [{ path: 'a.yaml', content: 'a: 2\n' }], update: true }
    expect((await served.post('create-multi-file-pr', body)).status).to.equal(400)
    expect(await git.head('main')).to.equal(head)
  })

  it('mentions nobody in the line that names the caller', async () => {
    const text = describeChange({ object: undefined, caller: 'oidc:`@everyone`\n# x', body: undefined }, [])
    expect(text).to.equal("Requested-by: `oidc:'@everyone' # x`")
    const long = describeChange({ object: undefined, caller: 'a'.repeat(300), body: 'b'.repeat(65_536) }, [])
    expect(long).to.have.length(65_536)
    expect(long.endsWith(`\n\nRequested-by: \`${'a'.repeat(256)}\``)).to.equal(true)
  })
})
