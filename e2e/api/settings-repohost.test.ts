import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Answer } from '../support/http.ts'
import { SettingsStage, type Headers } from '../support/settings-stage.ts'

const MIB = 1024 * 1024
const REPO = { owner: 'shop', repo: 'manifests', branch: 'main' }

describe('settings of the repository host', () => {
  let stage: SettingsStage
  let ada: Headers

  const get = (path: string) => stage.ask('GET', path, ada)
  const post = (path: string, body: unknown) => stage.ask('POST', path, ada, body)
  const remove = (path: string) => stage.ask('DELETE', path, ada)
  const refuses = (path: string, reason: readonly [number, string], attempt: () => Promise<Answer>) =>
    stage.refuses(path, ada, reason, attempt)

  before(async () => {
    stage = await SettingsStage.open()
  })

  beforeEach(() => {
    ada = stage.caller()
  })

  it('selects a branch of a repository, or none', async () => {
    expect((await post('/repohost', { repo: REPO })).json).to.include.deep.keys('selectedRepo')
    expect((await get('/repohost')).json['selectedRepo']).to.deep.equal(REPO)
    for (const [repo, text] of [
      [{ owner: 'shop', repo: 'manifests' }, 'repo.branch is required'],
      [{ ...REPO, owner: 'a/b' }, 'repo.owner must have'],
      [{ ...REPO, repo: '..' }, 'repo.repo must have'],
      [{ ...REPO, branch: '../main' }, 'repo.branch must be a path'],
      [{ ...REPO, branch: 'a\nb' }, 'repo.branch must be a path'],
      ['shop/manifests', 'repo must be an object or null'],
    ] as const)
      await refuses('/repohost', [400, text], () => post('/repohost', { repo }))
    expect((await post('/repohost', { repo: null })).json).to.deep.equal({
      selectedRepo: null,
      pendingPRs: [],
      editBasket: [],
    })
  })

  describe('basket', () => {
    const file = { filePath: 'a/b.yaml', content: 'kind: Pod\n', originalContent: '', sha: '1f' }

    it('adds, replaces and deletes files by repository and path', async () => {
      await post('/repohost/basket', file)
      await post('/repohost', { repo: REPO })
      await post('/repohost/basket', file)
      await post('/repohost/basket', { ...file, ...REPO, branch: 'next', context: 'demo' })
      const replaced = await post('/repohost/basket', { ...file, content: 'changed' })
      const [first, second, third] = [
        file,
        { ...file, ...REPO, content: 'changed' },
        { ...file, ...REPO, branch: 'next', context: 'demo' },
      ]
      expect(replaced.json).to.deep.equal({ basket: [first, second, third] })
      expect((await get('/repohost/basket')).json).to.deep.equal({ basket: [first, second, third] })
      expect((await remove('/repohost/basket?branch=next')).json).to.deep.equal({ basket: [first, second] })
      expect((await remove('/repohost/basket?filePath=none')).json).to.deep.equal({ basket: [first, second] })
      expect((await remove('/repohost/basket?filePath=a/b.yaml')).json).to.deep.equal({ basket: [] })
      await post('/repohost/basket', file)
      expect((await remove('/repohost/basket')).json).to.deep.equal({ basket: [] })
      expect((await remove('/repohost/basket')).status).to.equal(200)
    })

    it('takes 1 MiB that can be compressed, old and new together, and refuses one byte more [K8]', async () => {
      const half = 'x'.repeat(MIB / 2)
      const most = { filePath: 'most', content: half, originalContent: half }
      expect((await post('/repohost/basket', most)).status).to.equal(200)
      await refuses('/repohost/basket', [413, `${MIB + 1} bytes, and at most ${MIB}`], () =>
        post('/repohost/basket', { filePath: 'more', content: 'x' }),
      )
      const other = stage.caller()
      const umlauts = { filePath: 'most', content: 'ü'.repeat(MIB / 2 + 1) }
      expect((await stage.ask('POST', '/repohost/basket', other, umlauts)).text).to.include(
        `${MIB + 2} bytes`,
      )
    })

    it('refuses noise of the same size, naming its size after encryption [K8]', async () => {
      const noise = randomBytes((MIB / 4) * 3).toString('base64')
      await refuses(
        '/repohost/basket',
        [413, '\\d{7} bytes when compressed and encrypted, and at most 716800'],
        () => post('/repohost/basket', { filePath: 'noise', content: noise }),
      )
    })

    it('refuses the 101st file, and takes a changed one [K8]', async () => {
      for (let n = 0; n < 100; n++)
        expect((await post('/repohost/basket', { filePath: `f${n}`, content: '' })).status).to.equal(200)
      await refuses('/repohost/basket', [413, '101 files, and at most 100'], () =>
        post('/repohost/basket', { filePath: 'more', content: '' }),
      )
      expect((await post('/repohost/basket', { filePath: 'f7', content: 'x' })).status).to.equal(200)
    })

    it('refuses paths outside of the repository and texts that are not fit, and names them', async () => {
      for (const [changed, text] of [
        [{ filePath: '/etc/passwd' }, 'filePath must be a path'],
        [{ filePath: 'a/../../b' }, 'filePath must be a path'],
        [{ filePath: 'a\u0000' }, 'filePath must be a path'],
        [{ filePath: 'x'.repeat(513) }, 'filePath must be a path'],
        [{ content: '\ud800' }, 'content must be a text without unpaired surrogates'],
        [{ content: 1 }, 'content must be a string'],
        [{ owner: 'shop' }, 'repo is required with owner'],
        [{ branch: 'main' }, 'owner is required with branch'],
        [{ token: 'x' }, 'token is not a field'],
      ] as const)
        await refuses('/repohost/basket', [400, text], () =>
          post('/repohost/basket', { ...file, ...changed }),
        )
    })

    it('takes bodies up to 4 MiB, and refuses more before it is read', async () => {
      const escaped = { filePath: 'escaped', content: '\u0001'.repeat(MIB / 2) }
      expect(JSON.stringify(escaped).length).to.be.above(3 * MIB)
      expect((await post('/repohost/basket', escaped)).status).to.equal(200)
      await refuses('/repohost/basket', [413, `must not exceed ${4 * MIB} bytes`], () =>
        post('/repohost/basket', { filePath: 'x', content: 'x'.repeat(4 * MIB) }),
      )
    })
  })

  it('keeps the pull request of a Deployment per context, and deletes it', async () => {
    const pr = { deploymentName: 'web', namespace: 'shop', prNumber: 1, url: 'https://git.example/1' }
    await post('/repohost', { repo: REPO })
    await post('/repohost/prs', pr)
    await post('/repohost/prs', { ...pr, context: 'demo' })
    const second = { ...pr, prNumber: 2, url: 'https://git.example:8443/shop/manifests/pulls/2?x=1#y' }
    const all = [
      { ...second, ...REPO },
      { ...pr, ...REPO, context: 'demo' },
    ]
    expect((await post('/repohost/prs', second)).json).to.deep.equal({ prs: all })
    expect((await get('/repohost/prs')).json).to.deep.equal({ prs: all })
    const query = '?deploymentName=web&namespace=shop'
    expect((await remove(`/repohost/prs${query}&context=demo`)).json).to.deep.equal({ prs: all.slice(0, 1) })
    expect((await remove(`/repohost/prs${query}`)).json).to.deep.equal({ prs: [] })
    expect((await remove(`/repohost/prs${query}`)).status).to.equal(200)
    await refuses('/repohost/prs', [400, 'deploymentName is required; namespace is required'], () =>
      remove('/repohost/prs'),
    )
    for (const [changed, text] of [
      [{ url: 'http://git.example/1' }, 'url must be an https URL'],
      [{ url: 'https://ada:secret@git.example/1' }, 'url must be an https URL'],
      [{ url: 'javascript:alert(1)' }, 'url must be an https URL'],
      [{ url: `https://git.example/${'x'.repeat(512)}` }, 'url must be an https URL'],
      [{ prNumber: 0 }, 'prNumber'],
      [{ namespace: 'Shop' }, 'namespace'],
    ] as const)
      await refuses('/repohost/prs', [400, text], () => post('/repohost/prs', { ...pr, ...changed }))
    for (let n = 0; n < 200; n++) await post('/repohost/prs', { ...pr, deploymentName: `d${n}` })
    await refuses('/repohost/prs', [413, '201 pull requests'], () => post('/repohost/prs', pr))
  })

  it('takes pull requests of the configured repository host only', async () => {
    const configured = await SettingsStage.open({ repohostKind: 'github', repohostTokenFile: '/nonexistent' })
    const caller = configured.caller()
    const pr = { deploymentName: 'web', namespace: 'shop', prNumber: 1, url: 'https://git.example/1' }
    await configured.refuses('/repohost/prs', caller, [400, 'url must be a URL of github.com'], () =>
      configured.ask('POST', '/repohost/prs', caller, pr),
    )
    const storage = { '-repohost': { pendingPRs: [pr] } }
    const imported = await configured.ask('POST', '/migrate', caller, { storage })
    expect(imported.text).to.include('pendingPRs: url must be a URL of github.com')
    const own = { ...pr, url: 'https://github.com/shop/manifests/pull/1' }
    expect((await configured.ask('POST', '/repohost/prs', caller, own)).json).to.deep.equal({ prs: [own] })
  })

  describe('import of a storage', () => {
    it('imports what is valid and says what it skipped, by key', async () => {
      await post('/sidebar-pins', { path: '/events', pinned: true })
      const pr = { deploymentName: 'web', namespace: 'shop', prNumber: 1, url: 'https://git.example/1' }
      const storage = {
        'inspector-cluster-aliases': JSON.stringify({ state: { aliases: { demo: 'Demo' } }, version: 0 }),
        'inspector-critical-issues-settings': { state: { enabled: ['hpa', 'pods'] } },
        'inspector-sidebar-pins': JSON.stringify({ pinned: ['/pods', '/events'] }),
        'inspector-github': JSON.stringify({
          state: {
            selectedRepo: { ...REPO, id: 7 },
            pendingPRs: [{ ...pr, createdAt: 'x', context: null }],
            editBasket: [{ filePath: 'a.yaml', content: 'x', sha: null }],
          },
        }),
        'inspector-mode': {
          state: { mode: 'demo', selectedContext: { name: 'demo' }, selectedNamespace: 'shop' },
        },
        'broken-sidebar-pins': '{',
        'other-cluster-aliases': { 'a\u0000': 'x' },
        theme: 'dark',
      }
      const { status, json } = await post('/migrate', { storage })
      expect(status).to.equal(200)
      expect(json).to.deep.equal({
        imported: [
          'inspector-cluster-aliases',
          'inspector-critical-issues-settings',
          'inspector-sidebar-pins',
          'inspector-github',
          'inspector-mode',
        ],
        skipped: [
          { key: 'inspector-mode', reason: 'no demo mode per person' },
          { key: 'broken-sidebar-pins', reason: 'the value is not JSON' },
          {
            key: 'other-cluster-aliases',
            reason: 'alias of context "a ": contextName must be the name of a context',
          },
          { key: 'theme', reason: 'the key is not one of settings' },
        ],
      })
      expect((await get('/aliases')).json).to.deep.equal({ aliases: { demo: 'Demo' } })
      expect((await get('/critical-issues')).json).to.deep.equal({ enabled: ['pods', 'hpa'] })
      expect((await get('/sidebar-pins')).json).to.deep.equal({ pinned: ['/events', '/pods'] })
      expect((await get('/repohost')).json).to.deep.equal({
        selectedRepo: REPO,
        pendingPRs: [{ ...pr, ...REPO }],
        editBasket: [{ filePath: 'a.yaml', content: 'x', ...REPO }],
      })
      expect((await get('')).json).to.include({ selectedContext: 'demo', selectedNamespace: 'shop' })
    })

    it('skips a part over its limit and leaves it as it is, also with what is there', async () => {
      const pins = (count: number) => Array.from({ length: count }, (_, n) => `/page/${n}`)
      await post('/sidebar-pins', { path: '/pods', pinned: true })
      const files = [{ filePath: 'a', content: 'x'.repeat(MIB + 1) }]
      for (const [storage, reason] of [
        [{ '-sidebar-pins': pins(10_000) }, 'pinned: it must NOT have more than 200 items'],
        [{ '-sidebar-pins': pins(200) }, 'there would be 201 pins'],
        [{ '-repohost': { editBasket: files } }, `${MIB + 1} bytes, and at most ${MIB}`],
        [{ '-cluster-aliases': { __proto__x: 1 } }, 'alias must be a string'],
        [{ '-repohost': { selectedRepo: 'x' } }, 'selectedRepo: it must be an object'],
        [{ '-repohost': { pendingPRs: [{}] } }, 'pendingPRs: 0.deploymentName is required'],
        [{ '-critical-issues-settings': ['secrets'] }, '"secrets" is not one of pods'],
        [{ '-critical-issues-settings': { pods: 'yes' } }, 'enabled must be a list of kinds, or a map'],
        [{ '-mode': { selectedContext: 7 } }, 'selectedContext must be a string or null'],
      ] as const) {
        const { json } = await post('/migrate', { storage })
        expect(json['imported'], reason).to.deep.equal([])
        expect(JSON.stringify(json['skipped'])).to.include(reason.replaceAll('"', '\\"'))
      }
      const unsafe = await post(
        '/migrate',
        '{"storage":{"-cluster-aliases":{"__proto__":"x"},"__proto__":{}}}',
      )
      expect(unsafe.json['imported']).to.deep.equal([])
      expect(unsafe.text).to.include('context \\"__proto__\\" cannot have an alias')
      expect((await get('/sidebar-pins')).json).to.deep.equal({ pinned: ['/pods'] })
      expect((await get('/repohost')).json).to.deep.equal({
        selectedRepo: null,
        pendingPRs: [],
        editBasket: [],
      })
    })

    it('refuses a storage of more than 200 keys, and a body without one', async () => {
      const storage = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, '']))
      for (const body of [{ storage }, {}, { storage: [] }, { storage: {}, more: 1 }])
        expect((await post('/migrate', body)).status, JSON.stringify(body).slice(0, 60)).to.equal(400)
      expect((await post('/migrate', { storage: {} })).json).to.deep.equal({ imported: [], skipped: [] })
    })

    it('survives values that nest deeply [T7]', async () => {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`
        for (const key of ['-sidebar-pins', '-cluster-aliases', '-github', '-critical-issues-settings'])
          for (const value of [
            deep,
            `{"pinned":${deep},"aliases":${deep},"editBasket":${deep},"enabled":${deep}}`,
          ]) {
            const answer = await post('/migrate', `{"storage":{"${key}":${value}}}`)
            expect([answer.status, answer.json['imported']], key).to.deep.equal([200, []])
          }
      }
    })
  })
})
