import { expect } from 'chai'
import type { Answer } from '../support/http.ts'
import { SettingsStage, type Headers } from '../support/settings-stage.ts'

const DEFAULTS = {
  selectedContext: null,
  selectedNamespace: '',
  realtimeEnabled: true,
  autoRefreshEnabled: true,
  autoRefreshInterval: 30,
  themeMode: 'system',
  compactMode: false,
  notificationsEnabled: false,
  hasCompletedWelcome: false,
}
const ISSUES = ['pods', 'nodes', 'deployments', 'pvs']

describe('settings of people', () => {
  let stage: SettingsStage
  let ada: Headers
  let bea: Headers

  const get = (path: string, headers = ada) => stage.ask('GET', path, headers)
  const post = (path: string, body: unknown, headers = ada) => stage.ask('POST', path, headers, body)
  const remove = (path: string, headers = ada) => stage.ask('DELETE', path, headers)
  const refuses = (path: string, reason: readonly [number, string], attempt: () => Promise<Answer>) =>
    stage.refuses(path, ada, reason, attempt)

  before(async () => {
    stage = await SettingsStage.open()
  })

  beforeEach(() => {
    ada = stage.caller()
    bea = stage.caller()
  })

  it('gives each caller its own, on every route', async () => {
    const file = { filePath: 'a.yaml', content: 'x' }
    const pr = { deploymentName: 'web', namespace: 'shop', prNumber: 1, url: 'https://git.example/1' }
    const repo = { owner: 'shop', repo: 'manifests', branch: 'main' }
    await post('', { themeMode: 'dark' })
    await post('/aliases', { contextName: 'demo', alias: 'Demo' })
    await post('/critical-issues', { resourceType: 'hpa', enabled: true })
    await post('/sidebar-pins', { path: '/pods', pinned: true })
    await post('/repohost/basket', file)
    await post('/repohost/prs', pr)
    await post('/repohost', { repo })
    const paths = ['', '/aliases', '/critical-issues', '/sidebar-pins', '/repohost']
    const [own, other] = await Promise.all(
      [ada, bea].map(async (who) => Promise.all(paths.map(async (path) => (await get(path, who)).json))),
    )
    expect(own).to.deep.equal([
      { ...DEFAULTS, themeMode: 'dark' },
      { aliases: { demo: 'Demo' } },
      { enabled: ['pods', 'nodes', 'deployments', 'hpa', 'pvs'] },
      { pinned: ['/pods'] },
      { selectedRepo: repo, pendingPRs: [pr], editBasket: [file] },
    ])
    expect(other).to.deep.equal([
      DEFAULTS,
      { aliases: {} },
      { enabled: ISSUES },
      { pinned: [] },
      { selectedRepo: null, pendingPRs: [], editBasket: [] },
    ])
    expect((await get('/repohost/basket')).json).to.deep.equal({ basket: [file] })
    expect((await get('/repohost/prs', bea)).json).to.deep.equal({ prs: [] })
  })

  it('shares one set among the callers of this host', async () => {
    expect((await post('', { compactMode: true }, {})).status).to.equal(200)
    expect((await get('', {})).json).to.deep.equal({ ...DEFAULTS, compactMode: true })
    expect((await remove('', {})).json).to.deep.equal(DEFAULTS)
  })

  it('keeps answers private and revalidates them, and serves none from the response cache', async () => {
    const revalidate = { 'cache-control': 'max-age=0' }
    const first = await get('', { ...ada, ...revalidate })
    expect(first.headers.get('cache-control')).to.equal('private, no-cache')
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await get('', { ...ada, ...revalidate, ...tag })).status).to.equal(304)
    await post('', { themeMode: 'light' })
    const changed = await get('', { ...ada, ...revalidate, ...tag })
    expect([changed.status, changed.json['themeMode'], changed.headers.get('x-cache')]).to.deep.equal([
      200,
      'light',
      null,
    ])
    expect((await post('', {})).headers.get('cache-control')).to.equal('no-store')
  })

  describe('preferences', () => {
    it('merges a part, answers the whole, and resets to the defaults', async () => {
      expect((await get('')).json).to.deep.equal(DEFAULTS)
      const changed = { selectedContext: 'gone', selectedNamespace: 'shop', autoRefreshInterval: 5 }
      expect((await post('', changed)).json).to.deep.equal({ ...DEFAULTS, ...changed })
      expect((await post('', {})).json).to.deep.equal({ ...DEFAULTS, ...changed })
      const all = { ...DEFAULTS, ...changed, autoRefreshInterval: 300, selectedContext: null }
      expect((await post('', { autoRefreshInterval: 300, selectedContext: null })).json).to.deep.equal(all)
      expect((await post('', { selectedNamespace: null })).json).to.include({ selectedNamespace: '' })
      await post('/sidebar-pins', { path: '/pods', pinned: true })
      expect((await remove('')).json).to.deep.equal(DEFAULTS)
      expect((await get('/sidebar-pins')).json).to.deep.equal({ pinned: ['/pods'] })
    })

    it('refuses what is not a value, and names it', async () => {
      for (const [body, name] of [
        [{ autoRefreshInterval: 4 }, 'autoRefreshInterval'],
        [{ autoRefreshInterval: 301 }, 'autoRefreshInterval'],
        [{ autoRefreshInterval: 5.5 }, 'autoRefreshInterval'],
        [{ autoRefreshInterval: '30' }, 'autoRefreshInterval'],
        [{ themeMode: 'sepia' }, 'themeMode'],
        [{ compactMode: 1 }, 'compactMode'],
        [{ selectedNamespace: 'Shop' }, 'selectedNamespace'],
        [{ selectedContext: 'a\nb' }, 'selectedContext'],
        [{ selectedContext: 'x'.repeat(513) }, 'selectedContext'],
        [{ mode: 'demo' }, 'mode'],
        ['{"__proto__":{"compactMode":true}}', '__proto__'],
        [[], 'body must be an object'],
        ['null', 'body must be an object'],
        ['7', 'body must be an object'],
      ] as const)
        await refuses('', [400, name], () => post('', body))
    })
  })

  describe('aliases', () => {
    it('sets, replaces and deletes one of a context, which need not exist', async () => {
      const context = 'arn:aws:eks:eu-central-1:1234:cluster/shop'
      await post('/aliases', { contextName: context, alias: 'Läden 🛒' })
      await post('/aliases', { contextName: 'constructor', alias: 'Same' })
      const both = await post('/aliases', { contextName: 'a', alias: 'Same' })
      expect(both.text).to.equal(
        JSON.stringify({ aliases: { a: 'Same', [context]: 'Läden 🛒', constructor: 'Same' } }),
      )
      const query = `?context=${encodeURIComponent(context)}`
      const left = { aliases: { a: 'Same', constructor: 'Same' } }
      expect((await remove(`/aliases${query}`)).json).to.deep.equal(left)
      const again = await remove(`/aliases${query}`)
      expect([again.status, again.json]).to.deep.equal([200, left])
      await refuses('/aliases', [400, 'context is required'], () => remove('/aliases'))
    })

    it('refuses the 201st, and takes a changed one [K8]', async () => {
      for (let n = 0; n < 200; n++) {
        const { status } = await post('/aliases', { contextName: `context-${n}`, alias: 'x' })
        expect(status).to.equal(200)
      }
      await refuses('/aliases', [413, '201 aliases, and at most 200'], () =>
        post('/aliases', { contextName: 'one-more', alias: 'x' }),
      )
      expect((await post('/aliases', { contextName: 'context-7', alias: 'y' })).status).to.equal(200)
    })

    it('refuses names and texts that are not fit, and names them [T7]', async () => {
      for (const [contextName, alias, text] of [
        ['__proto__', 'x', '__proto__'],
        ['a', '', 'alias must be a text of 1 to 512 characters'],
        ['a', 'x'.repeat(513), 'alias must be a text'],
        ['a', 'x\u0000', 'alias must be a text'],
        ['a', 'x\u001b[31m', 'control characters'],
        ['a', '\ud800', 'alias must be a text'],
        ['', 'x', 'contextName'],
        ['a\u0000', 'x', 'contextName'],
        ['\ud800', 'x', 'contextName'],
        ['x'.repeat(513), 'x', 'contextName'],
      ] as const)
        await refuses('/aliases', [400, text], () => post('/aliases', { contextName, alias }))
      const longest = { contextName: 'x'.repeat(512), alias: '🛒'.repeat(512) }
      expect((await post('/aliases', longest)).json).to.deep.equal({
        aliases: { [longest.contextName]: longest.alias },
      })
    })
  })

  it('enables and disables kinds of critical issues, from a closed list', async () => {
    const set = async (resourceType: string, enabled: boolean) =>
      (await post('/critical-issues', { resourceType, enabled })).json['enabled']
    expect(await set('namespaces', true)).to.deep.equal([...ISSUES, 'namespaces'])
    expect(await set('pods', false)).to.deep.equal(['nodes', 'deployments', 'pvs', 'namespaces'])
    for (const type of ['nodes', 'deployments', 'pvs', 'namespaces']) await set(type, false)
    expect((await get('/critical-issues')).json).to.deep.equal({ enabled: [] })
    await refuses('/critical-issues', [400, 'resourceType must be one of: pods, nodes'], () =>
      post('/critical-issues', { resourceType: 'secrets', enabled: true }),
    )
  })

  it('pins pages in their order, up to 200, and refuses paths that lead elsewhere', async () => {
    const pin = (path: string, pinned = true) => post('/sidebar-pins', { path, pinned })
    await pin('/nodes')
    await pin('/pods?namespace=shop#a')
    expect((await pin('/nodes')).json).to.deep.equal({ pinned: ['/nodes', '/pods?namespace=shop#a'] })
    expect((await pin('/nodes', false)).json).to.deep.equal({ pinned: ['/pods?namespace=shop#a'] })
    expect((await pin('/nodes', false)).status).to.equal(200)
    const rule = [400, 'path must be a path of at most 200 characters'] as const
    for (const path of [
      '',
      'pods',
      '//evil.example',
      '/a//b',
      '/\\evil.example',
      '/a\nb',
      `/${'x'.repeat(200)}`,
    ])
      await refuses('/sidebar-pins', rule, () => pin(path))
    for (let n = 1; n < 200; n++) expect((await pin(`/page/${n}`)).status).to.equal(200)
    await refuses('/sidebar-pins', [413, '201 pins'], () => pin('/one-more'))
    expect((await pin(`/page/1`)).status).to.equal(200)
  })

  it('loses none of the interleaved changes of two callers, and reads each back at once [K7]', async () => {
    const change = async (headers: Headers, n: number) => {
      const path = `/page/${n}`
      const answer = await post('/sidebar-pins', { path, pinned: true }, headers)
      expect(answer.status, answer.text).to.equal(200)
      expect(answer.json['pinned']).to.include(path)
      expect((await get('/sidebar-pins', headers)).json['pinned']).to.include(path)
    }
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    await Promise.all(numbers.flatMap((n) => [change(ada, n), change(bea, 1000 + n)]))
    for (const [headers, offset] of [
      [ada, 0],
      [bea, 1000],
    ] as const) {
      const { pinned } = (await get('/sidebar-pins', headers)).json
      expect(new Set(pinned as string[])).to.deep.equal(new Set(numbers.map((n) => `/page/${offset + n}`)))
    }
  })
})

describe('defaults of an installation', () => {
  it('stand below the settings of a person, and return with a reset', async () => {
    const stage = await SettingsStage.open({
      settingsDefaults: { themeMode: 'dark', selectedNamespace: null, autoRefreshInterval: 60 },
    })
    const ada = stage.caller()
    const preset = { ...DEFAULTS, themeMode: 'dark', autoRefreshInterval: 60 }
    expect((await stage.ask('GET', '', ada)).json).to.deep.equal(preset)
    const changed = await stage.ask('POST', '', ada, { themeMode: 'system' })
    expect(changed.json).to.deep.equal({ ...preset, themeMode: 'system' })
    expect((await stage.ask('DELETE', '', ada)).json).to.deep.equal(preset)
  })
})
