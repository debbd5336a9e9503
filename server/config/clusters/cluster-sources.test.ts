import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ConfigError, loadConfig } from '../load-config.ts'
import { openClusterSources } from './cluster-sources.ts'
import { systemClock } from '../../core/clock.ts'
import type { ContextUpdate } from '../../cluster/contexts/cluster-registry.ts'
import { eventually } from '../../testing/eventually.ts'
import { ManualClock } from '../../testing/manual-time.ts'

describe('the contexts a process starts with', () => {
  let folder: string
  let warned: string[]
  const log = {
    error: () => undefined,
    info: () => undefined,
    debug: () => undefined,
    warn: (message: string) => warned.push(message),
  }
  const file = (content: string) => {
    const path = join(folder, 'kubeconfig')
    writeFileSync(path, content)
    return path
  }
  const kubeconfig = (current: string) =>
    JSON.stringify({
      'current-context': current,
      clusters: [
        { name: 'c', cluster: { server: 'https://10.0.0.1:6443' } },
        { name: 'bad', cluster: { server: 'unix:///x' } },
      ],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [
        { name: 'one', context: { cluster: 'c', user: 'u' } },
        { name: 'two', context: { cluster: 'c', user: 'u' } },
        { name: 'three', context: { cluster: 'bad', user: 'u' } },
      ],
    })
  const open = (flags: Record<string, unknown>, env: NodeJS.ProcessEnv = {}) =>
    openClusterSources(loadConfig(flags, env), log, systemClock, env)
  const refusal = async (flags: Record<string, unknown>) =>
    open(flags).then(
      () => undefined,
      (error: unknown) => error,
    )

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'home-'))
    warned = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  for (const [title, content, reason] of [
    [
      'a quote that is not closed',
      'users:\n- name: u\n  user: {token: "SECRET\n',
      /not valid YAML \(.+\), line \d/,
    ],
    ['a tab', 'users:\n\t- token: SECRET\n', /line 2/],
    ['an alias', 'users:\n- token: *SECRET\n', /alias\), line 2/],
    ['no colon', 'users:\n- name: u\n  token SECRET\n  x: y\n', /line \d/],
    ['a text', 'SECRET', /must be an object/],
    ['users without names', 'users: [SECRET]\n', /contexts: none/],
    ['clusters that are a text', 'clusters: SECRET\n', /clusters must be a list/],
  ] as const)
    it(`ignore a kubeconfig with ${title}, and log nothing of it [A13]`, async () => {
      const error = await refusal({ kubeconfig: file(content) })
      expect(error).to.be.instanceOf(ConfigError)
      const { message } = error as ConfigError
      expect(message).to.match(reason)
      expect(message).to.not.include('SECRET')
    })

  it('come from the kubeconfig, its current one first, with a report of omitted ones', async () => {
    const home = await open({ kubeconfig: file(kubeconfig('two')) })
    expect(home.contexts.map((one) => one.name)).to.deep.equal(['one', 'two'])
    expect(home.default).to.equal('two')
    expect(home.contexts[0]?.grants).to.deep.equal({
      context: 'one',
      managedByChart: false,
      readOnly: false,
      namespaces: [],
    })
    expect(warned.join()).to.match(/context "three" left out/)
    expect((await open({ kubeconfig: file(kubeconfig('two')), context: 'one' })).default).to.equal('one')
  })

  it('must hold the default one', async () => {
    const path = file(kubeconfig('gone'))
    const error = await refusal({ kubeconfig: path })
    expect(error)
      .to.be.instanceOf(ConfigError)
      .and.to.have.property('message')
      .that.matches(/"gone" not found in the kubeconfig; contexts: one, two/)
    expect(await refusal({ kubeconfig: path, context: 'one' })).to.equal(undefined)
  })

  it('need a kubeconfig that can be read', async () => {
    expect(await refusal({ kubeconfig: file('clusters: [') })).to.be.instanceOf(ConfigError)
  })

  it('consist of the ServiceAccount in a cluster, with what the chart granted', async () => {
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' }
    const home = await open({ namespaces: 'a,b', readOnly: true }, env)
    expect(home.default).to.equal('in-cluster')
    const [context, ...others] = home.contexts
    expect(others).to.deep.equal([])
    expect(context?.origin).to.equal('https://10.96.0.1')
    expect(context?.grants).to.deep.equal({
      context: 'in-cluster',
      managedByChart: true,
      readOnly: true,
      namespaces: ['a', 'b'],
    })
  })

  it('lead to the cluster of the Pod through the proxy of the environment, unless NO_PROXY excepts it [B11]', async () => {
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', HTTPS_PROXY: 'http://proxy:3128' }
    expect((await open({}, env)).contexts[0]?.proxy).to.equal('http://proxy:3128/')
    expect((await open({}, { ...env, NO_PROXY: '10.96.0.0/12' })).contexts[0]?.proxy).to.equal(undefined)
  })

  it('need a proxy variable that is usable', async () => {
    const failure: unknown = await open(
      { kubeconfig: file(kubeconfig('one')) },
      { HTTPS_PROXY: 'ftp://x' },
    ).catch((error: unknown) => error)
    expect(failure)
      .to.be.instanceOf(ConfigError)
      .and.to.have.property('message')
      .that.matches(/^HTTPS_PROXY must be a URL/)
  })

  it('combine those of the operator and of a kubeconfig, as either changes', async () => {
    const path = file(kubeconfig('one'))
    const contextsFile = join(folder, 'contexts.json')
    const declared = { cluster: 'c', user: 'u', namespace: 'default', source: 'test' }
    const managed = ['one', 'other'].map((name) => ({ name, server: 'https://10.0.0.9', declared }))
    writeFileSync(contextsFile, JSON.stringify({ contexts: managed }))
    const time = new ManualClock()
    const sources = await openClusterSources(loadConfig({ kubeconfig: path, contextsFile }, {}), log, time)
    const updates: ContextUpdate[] = []
    await sources.follow?.((update) => updates.push(update))
    const last = () => updates.at(-1)?.contexts.map(({ name, origin }) => `${name} ${origin}`)
    expect(last()).to.deep.equal([
      'one https://10.0.0.1:6443',
      'two https://10.0.0.1:6443',
      'other https://10.0.0.9',
    ])
    file(kubeconfig('two').replaceAll('"one"', '"first"'))
    time.turn(1000)
    await eventually('the changed kubeconfig', () => updates.length > 1)
    expect(last()?.map((line) => line.split(' ')[0])).to.deep.equal(['first', 'two', 'one', 'other'])
    expect(updates.at(-1)?.default).to.equal('two')
    await sources.close()
  })

  it('consist of the demo cluster if requested, which ends with them', async () => {
    const home = await open({ demo: true })
    const origin = home.contexts[0]?.origin ?? ''
    expect(home.default).to.equal('demo')
    expect((await fetch(`${origin}/readyz`)).status).to.equal(200)
    await home.close()
    expect(
      await fetch(`${origin}/readyz`).then(
        () => 'there',
        () => 'gone',
      ),
    ).to.equal('gone')
  })
})
