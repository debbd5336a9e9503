import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Credentials } from '../../cluster/client/credentials/interface.ts'
import type { ContextUpdate } from '../../cluster/contexts/cluster-registry.ts'
import { eventually } from '../../testing/eventually.ts'
import { closeAfterwards } from '../../testing/fixtures.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { KubeconfigContexts } from './kubeconfig-contexts.ts'

const ONE = 'https://10.0.0.1:6443'
const TWO = 'https://10.0.0.2:6443'

describe('KubeconfigContexts', () => {
  let folder: string
  let time: ManualClock
  let warned: string[]
  let updates: ContextUpdate[]

  const kubeconfig = (servers: Record<string, string>, token = 'one', current = Object.keys(servers)[0]) => {
    const names = Object.keys(servers)
    return JSON.stringify({
      'current-context': current,
      clusters: names.map((name) => ({ name, cluster: { server: servers[name] } })),
      users: [{ name: 'u', user: { token } }],
      contexts: names.map((name) => ({ name, context: { cluster: name, user: 'u' } })),
    })
  }
  /** Replaces a file at once, as kubectl does. */
  const write = (content: string, name = 'config'): string => {
    const path = join(folder, name)
    writeFileSync(`${path}.new`, content)
    renameSync(`${path}.new`, path)
    return path
  }
  async function open(
    files = [join(folder, 'config')],
    env: Record<string, string> = {},
  ): Promise<{ contexts: KubeconfigContexts; loaded: ContextUpdate }> {
    const quiet = () => undefined
    const log = {
      error: quiet,
      info: quiet,
      debug: quiet,
      warn: (message: string, fields?: object) => warned.push(`${message} ${JSON.stringify(fields ?? {})}`),
    }
    const contexts = new KubeconfigContexts({ files, preferred: undefined, env, log, time, clock: Date.now })
    closeAfterwards('contexts', () => contexts.stop())
    const loaded = await contexts.load()
    contexts.follow((update) => updates.push(update))
    return { contexts, loaded }
  }
  /** Lets one polling interval pass, and waits until the next check is due. */
  async function poll(): Promise<void> {
    time.turn(1000)
    await eventually('a check', () => time.due.length === 1)
  }
  const authorization = async (credentials: Credentials | undefined) =>
    (await credentials?.current())?.headers['authorization']

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'))
    closeAfterwards('a folder', () => rmSync(folder, { recursive: true }))
    time = new ManualClock()
    warned = []
    updates = []
  })

  it('takes over changed contexts at the next poll, and nothing while the file stays the same [B10]', async () => {
    write(kubeconfig({ a: ONE }))
    await open()
    await poll()
    expect(updates).to.deep.equal([])
    write(kubeconfig({ b: TWO, a: ONE }))
    await poll()
    expect(updates.map((update) => [update.default, update.contexts.map(({ name }) => name)])).to.deep.equal([
      ['b', ['b', 'a']],
    ])
  })

  it('keeps the credentials of a server whose user changes, and names the context as renewed', async () => {
    write(kubeconfig({ a: ONE, b: TWO }))
    const { loaded } = await open()
    write(kubeconfig({ a: ONE, b: TWO }, 'two'))
    await poll()
    expect(updates[0]?.contexts.map(({ credentials }) => credentials)).to.deep.equal(
      loaded.contexts.map(({ credentials }) => credentials),
    )
    expect(updates[0]?.renewed).to.deep.equal(['a', 'b'])
    expect(await authorization(loaded.contexts[0]?.credentials)).to.equal('Bearer two')
  })

  it('never gives a new token to a context of the old server [B10]', async () => {
    write(kubeconfig({ a: ONE }))
    const { loaded } = await open()
    write(kubeconfig({ a: TWO }, 'two'))
    await poll()
    const [before] = loaded.contexts
    const [after] = updates[0]?.contexts ?? []
    expect([before?.origin, await authorization(before?.credentials)]).to.deep.equal([ONE, 'Bearer one'])
    expect([after?.origin, await authorization(after?.credentials)]).to.deep.equal([TWO, 'Bearer two'])
  })

  it('takes a cluster with another CA at the same address for another cluster', async () => {
    const withCa = (ca: string) => {
      const config = JSON.parse(kubeconfig({ a: ONE })) as { clusters: { cluster: object }[] }
      config.clusters[0] = { ...config.clusters[0], cluster: { server: ONE, 'certificate-authority': ca } }
      return JSON.stringify(config)
    }
    write(withCa('one.crt'))
    const { loaded } = await open()
    write(withCa('two.crt'))
    await poll()
    expect(updates[0]?.contexts[0]?.credentials).to.not.equal(loaded.contexts[0]?.credentials)
  })

  for (const [title, content, reason] of [
    ['is broken', '{"users": [{"user": {"token": "SECRET"', /not valid YAML/],
    ['has lost its default context', '{}', /default context \\"\\" not found/],
  ] as const)
    it(`keeps the last contexts while the file ${title}, with one warning [B10]`, async () => {
      write(kubeconfig({ a: ONE }))
      await open()
      write(content)
      await poll()
      await poll()
      expect(updates).to.deep.equal([])
      expect(warned).to.have.length(1)
      expect(warned[0]).to.match(reason).and.not.include('SECRET')
      write(kubeconfig({ b: ONE }))
      await poll()
      expect(updates.map((update) => update.default)).to.deep.equal(['b'])
    })

  it('takes over a file of the list that is created later', async () => {
    const first = write(kubeconfig({ a: ONE }))
    const { loaded } = await open([join(folder, 'later'), first])
    expect(loaded.contexts).to.have.length(1)
    write(kubeconfig({ b: TWO }), 'later')
    await poll()
    expect(updates[0]?.contexts.map(({ name }) => name)).to.deep.equal(['b', 'a'])
  })

  it('reads the file again when a server rejects the token, before the next poll', async () => {
    write(kubeconfig({ a: ONE }))
    const { loaded } = await open()
    const credentials = loaded.contexts[0]?.credentials
    const rejected = (await credentials?.current()) ?? { headers: {}, tls: {} }
    expect(await credentials?.rejected(rejected, 'unauthorized')).to.equal(false)
    write(kubeconfig({ a: ONE }, 'two'))
    expect(await credentials?.rejected(rejected, 'unauthorized')).to.equal(true)
    expect(await authorization(credentials)).to.equal('Bearer two')
  })

  it('warns of an entry once, and again after it was usable meanwhile', async () => {
    write(kubeconfig({ a: ONE, bad: 'ftp://x' }))
    await open()
    write(kubeconfig({ a: ONE, bad: 'ftp://x', c: TWO }))
    await poll()
    expect(warned).to.have.length(1)
    write(kubeconfig({ a: ONE }))
    await poll()
    write(kubeconfig({ a: ONE, bad: 'ftp://x' }))
    await poll()
    expect(warned).to.have.length(2)
  })

  it('uses the proxy of the environment for servers that it does not except [B11]', async () => {
    write(kubeconfig({ a: ONE, b: TWO }))
    const { loaded } = await open(undefined, { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '10.0.0.2' })
    expect(loaded.contexts.map(({ proxy }) => proxy)).to.deep.equal(['http://proxy:3128/', undefined])
  })

  it('polls no more after it is stopped', async () => {
    write(kubeconfig({ a: ONE }))
    const { contexts } = await open()
    contexts.stop()
    expect(time.due).to.deep.equal([])
  })
})
