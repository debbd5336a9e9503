import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { loadKubeconfig } from './kubeconfig.ts'

interface Entry {
  server?: string
  cluster?: Record<string, unknown>
  user?: Record<string, unknown>
}

function kubeconfig(entries: Record<string, Entry>, current?: string): string {
  const names = Object.keys(entries)
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    ...(current === undefined ? {} : { 'current-context': current }),
    clusters: names.map((name) => ({
      name,
      cluster: { server: entries[name]?.server ?? 'https://10.0.0.1:6443', ...entries[name]?.cluster },
    })),
    users: names.map((name) => ({ name, user: entries[name]?.user ?? { token: `token-of-${name}` } })),
    contexts: names.map((name) => ({ name, context: { cluster: name, user: name } })),
  })
}

describe('kubeconfig', () => {
  let folder: string
  const file = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const identity = async (entry: Entry) => {
    const { contexts } = await loadKubeconfig([file('one', kubeconfig({ one: entry }))])
    const [context] = contexts
    if (context === undefined) throw new Error('no context')
    return context.credentials.current()
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('gives every context of every file, the first of equal names', async () => {
    const first = file('first', kubeconfig({ a: { server: 'https://first:6443' } }, 'a'))
    const arn = 'arn:aws:eks:eu-west-1:1:cluster/prod'
    const second = file(
      'second',
      kubeconfig(
        { a: { server: 'https://second:6443' }, [arn]: { server: 'https://proxy/k8s/clusters/c-1/' } },
        'other',
      ),
    )
    const { contexts, current, skipped } = await loadKubeconfig([first, second])
    expect(contexts.map(({ name, origin, basePath }) => [name, origin, basePath])).to.deep.equal([
      ['a', 'https://first:6443', ''],
      [arn, 'https://proxy', '/k8s/clusters/c-1'],
    ])
    expect(current).to.equal('a')
    expect(skipped).to.deep.equal([])
  })

  it('reaches a server without TLS, as kubectl does', async () => {
    const { headers } = await identity({ server: 'http://127.0.0.1:8001', user: { token: 'plain' } })
    expect(headers['authorization']).to.equal('Bearer plain')
  })

  it('leaves out what cannot be used, and says why', async () => {
    const text = kubeconfig({ good: {}, ftp: { server: 'ftp://x' }, 'bad\nname': {} })
    const orphan = stringify({
      contexts: [{ name: 'orphan', context: { cluster: 'none', user: 'none' } }],
      clusters: [],
      users: [],
    })
    const { contexts, skipped } = await loadKubeconfig([file('a', text), file('b', orphan)])
    expect(contexts.map((one) => one.name)).to.deep.equal(['good'])
    expect(skipped.join('\n'))
      .to.match(/"ftp": its server/)
      .and.match(/control characters/)
      .and.match(/"orphan": its cluster/)
  })

  it('knows tokens, certificates, passwords and what TLS is to believe', async () => {
    expect(await identity({})).to.deep.equal({ headers: { authorization: 'Bearer token-of-one' }, tls: {} })
    const certificates = { 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') }
    const cluster = { 'certificate-authority-data': base64('CA'), 'tls-server-name': 'api.example' }
    expect(await identity({ user: certificates, cluster })).to.deep.equal({
      headers: {},
      tls: { ca: 'CA', cert: 'CERT', key: 'KEY', servername: 'api.example' },
    })
    expect((await identity({ user: { username: 'u', password: 'p' } })).headers).to.deep.equal({
      authorization: `Basic ${base64('u:p')}`,
    })
    expect((await identity({ cluster: { 'insecure-skip-tls-verify': true } })).tls).to.deep.equal({
      rejectUnauthorized: false,
    })
  })

  it('reads files named beside it, and a token file as it changes', async () => {
    file('ca.pem', 'CA OF A FILE')
    const token = file('token', 'one')
    const { contexts } = await loadKubeconfig([
      file(
        'files',
        kubeconfig({ one: { user: { tokenFile: token }, cluster: { 'certificate-authority': 'ca.pem' } } }),
      ),
    ])
    const credentials = contexts[0]?.credentials
    const first = { headers: { authorization: 'Bearer one' }, tls: { ca: 'CA OF A FILE' } }
    expect(await credentials?.current()).to.deep.equal(first)
    expect(await credentials?.rejected(first, 'unauthorized')).to.equal(false)
    file('token', 'two')
    expect(await credentials?.rejected(first, 'unauthorized')).to.equal(true)
    expect(
      await credentials?.rejected(first, 'unauthorized'),
      'one whose neighbour has found it already',
    ).to.equal(true)
    expect((await credentials?.current())?.headers).to.deep.equal({ authorization: 'Bearer two' })
  })

  it('asks a credential plugin, and keeps its words to itself when it fails', async () => {
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: 'from-plugin' },
    }
    const exec = (script: string) => ({
      user: {
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: process.execPath,
          args: ['-e', script],
        },
      },
    })
    const good = await identity(exec(`console.log(${JSON.stringify(JSON.stringify(credential))})`))
    expect(good.headers).to.deep.equal({ authorization: 'Bearer from-plugin' })
    const failed = await identity(exec("console.error('a secret word'); process.exit(1)")).then(
      () => '',
      String,
    )
    expect(failed)
      .to.include('the credentials of context "one" could not be loaded')
      .and.not.include('secret')
  })
})
