import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { callerHeaders, type CallerHeaders } from './environment/calling-pod.ts'
import { output } from './environment/process.ts'
import { NAMESPACE, RELEASE } from './environment/release.ts'
import { world } from './environment/world.ts'
import { LongLivedCaller } from './fixtures/long-lived-caller.ts'

const REPLICAS = 3
const WRITES = 1000
const CRD = 'userstates.clusterinspector.dev'
const SEAL = `${RELEASE}-seal`
const CONTENT = 'the text that ada edits'

interface UserState {
  readonly metadata: { readonly name: string }
  readonly spec: { readonly user: string; readonly sealed?: Readonly<Record<string, string>> }
}

/** Returns the answer that every replica has to give. */
function ofEach(json: object): object[] {
  return Array.from({ length: REPLICAS }, () => json)
}

describe('settings on three replicas', function () {
  this.timeout(400_000)
  const { kubectl, release, forward } = world()
  const namespace = `settings-${randomBytes(3).toString('hex')}`
  const names = {
    ada: `system:serviceaccount:${namespace}:ada`,
    bea: `system:serviceaccount:${namespace}:bea`,
  }
  let caller: LongLivedCaller
  let bea: CallerHeaders

  before(async () => {
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    for (const name of ['ada', 'bea'])
      await kubectl.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } })
    await release.setAlone(
      `replicaCount=${REPLICAS}`,
      'auth.tokenReview.enabled=true',
      `auth.reads={system:serviceaccounts:${namespace},cluster-inspector:port-forward}`,
    )
    await forward.renew()
    caller = await LongLivedCaller.open(namespace, 'ada')
    bea = await callerHeaders(namespace, 'bea')
  })
  after(async () => {
    await caller.close()
    await kubectl.text('delete', 'userstates', '--all', '-n', NAMESPACE, '--ignore-not-found')
    await kubectl.remove('namespace', namespace)
    await release.reset()
    await forward.renew()
  })

  const replicas = async (): Promise<string[]> =>
    (await release.pods()).map(({ status }) => `http://${status?.podIP}:8080`)

  const states = async () => kubectl.items<UserState>('userstates', '-n', NAMESPACE)

  /** Calls a route of settings at every replica as one person. */
  async function everywhere(path: string, headers: Record<string, string> = {}): Promise<unknown[]> {
    const answers = await caller.ask(
      ...(await replicas()).map((url) => ({ url: `${url}/api/settings${path}`, headers })),
    )
    for (const { status, json } of answers) expect(status, JSON.stringify(json)).to.equal(200)
    return answers.map(({ json }) => json)
  }

  async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
    const [url] = await replicas()
    const [answer] = await caller.ask({ url: `${url}/api/settings${path}`, method: 'POST', body, headers })
    expect(answer?.status, JSON.stringify(answer?.json)).to.equal(200)
  }

  it('gives two callers their own at every replica, and lists both with kubectl', async () => {
    await post('/sidebar-pins', { path: '/of-ada', pinned: true })
    await post('/sidebar-pins', { path: '/of-bea', pinned: true }, bea)
    expect(await everywhere('/sidebar-pins')).to.deep.equal(ofEach({ pinned: ['/of-ada'] }))
    expect(await everywhere('/sidebar-pins', bea)).to.deep.equal(ofEach({ pinned: ['/of-bea'] }))
    const table = await kubectl.table('userstates', '-n', NAMESPACE)
    expect(table.map(({ USER }) => USER)).to.include.members(Object.values(names))
  })

  it('loses none of 1,000 interleaved writes, and reads each back at every replica at once', async () => {
    const found = (await caller.run(`
      const urls = ${JSON.stringify(await replicas())}
      const people = [authorization, ${JSON.stringify(bea.authorization)}]
      const wrong = [], expected = [{}, {}]
      let next = 0, conflicts = 0
      const send = async (url, who, method, body) => {
        const headers = { authorization: people[who], 'content-type': 'application/json' }
        const answer = await fetch(url + '/api/settings/aliases', { method, headers, body: body && JSON.stringify(body) })
        return { status: answer.status, json: await answer.json() }
      }
      const worker = async (id) => {
        for (let n = next++; n < ${WRITES}; n = next++) {
          const who = n % 2, contextName = 'context-' + id + '-' + (n % 10), alias = 'write ' + n
          for (;;) {
            const { status, json } = await send(urls[n % urls.length], who, 'POST', { contextName, alias })
            if (status === 200) break
            if (status !== 409) { wrong.push({ n, status, json }); return }
            conflicts++
          }
          expected[who][contextName] = alias
          for (const url of urls) {
            const { json } = await send(url, who, 'GET')
            if (json.aliases?.[contextName] !== alias) wrong.push({ n, url, json })
          }
        }
      }
      await Promise.all(Array.from({ length: 8 }, (_, id) => worker(id)))
      const read = await Promise.all(people.map((_, who) => send(urls[0], who, 'GET')))
      return { wrong: wrong.slice(0, 5), conflicts, expected, read: read.map(({ json }) => json.aliases) }
    `)) as { wrong: unknown[]; conflicts: number; expected: object[]; read: object[] }
    console.log(`      repeated after a conflict: ${found.conflicts}`)
    expect(found.wrong).to.deep.equal([])
    expect(found.read).to.deep.equal(found.expected)
  })

  it('keeps every write that was answered, and no half record, if a replica is killed while it writes', async () => {
    const [pod] = await release.pods()
    const url = `http://${pod?.status?.podIP}:8080`
    const writing = caller.run(`
      const written = []
      for (let n = 0; n < 5000; n++) {
        const headers = { authorization, 'content-type': 'application/json' }
        const body = JSON.stringify({ path: '/kill/' + (n % 50), pinned: true })
        try {
          const answer = await fetch('${url}/api/settings/sidebar-pins', { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) })
          if (answer.status === 200) written.push('/kill/' + (n % 50))
          else if (n > 0) break
        } catch { break }
      }
      return [...new Set(written)]`)
    await until('a write', async () =>
      JSON.stringify(await everywhere('/sidebar-pins')).includes('/kill/') ? true : undefined,
    )
    await kubectl.text(
      'delete',
      'pod',
      '-n',
      NAMESPACE,
      pod?.metadata.name ?? '',
      '--grace-period=0',
      '--force',
    )
    const written = (await writing) as string[]
    expect(written.length).to.be.greaterThan(0)
    await until('three replicas', async () => ((await release.pods()).length === REPLICAS ? true : undefined))
    await kubectl.text('rollout', 'status', '-n', NAMESPACE, `deployment/${RELEASE}`, '--timeout=120s')
    for (const json of await everywhere('/sidebar-pins'))
      expect((json as { pinned: string[] }).pinned).to.include.members(written)
  })

  it('stores edited files that only the service can read', async () => {
    await post('/repohost/basket', { filePath: 'apps/web.yaml', content: CONTENT })
    const own = (await states()).find(({ spec }) => spec.user === names.ada)
    expect(Object.keys(own?.spec.sealed ?? {})).to.deep.equal(['basket'])
    const text = JSON.stringify(own)
    for (const one of [CONTENT, Buffer.from(CONTENT).toString('base64')]) expect(text).to.not.include(one)
    expect(await everywhere('/repohost/basket')).to.deep.equal(
      ofEach({ basket: [{ filePath: 'apps/web.yaml', content: CONTENT }] }),
    )
  })

  it('keeps the key over an upgrade, an apply of the rendered Secret and a rollback', async () => {
    const keys = async () =>
      (await kubectl.json<{ data?: object }>('get', 'secret', SEAL, '-n', NAMESPACE)).data
    const before = await keys()
    expect(before).to.have.property('keys')
    await release.set('config.logLevel=warn')
    expect(await keys(), 'after an upgrade').to.deep.equal(before)
    await kubectl.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: SEAL, namespace: NAMESPACE },
      type: 'Opaque',
    })
    expect(await keys(), 'after an apply').to.deep.equal(before)
    await output('helm', [
      'rollback',
      RELEASE,
      '-n',
      NAMESPACE,
      '--kubeconfig',
      kubectl.kubeconfig,
      '--wait',
      '--timeout',
      '180s',
    ])
    expect(await keys(), 'after a rollback').to.deep.equal(before)
    await kubectl.text('rollout', 'status', '-n', NAMESPACE, `deployment/${RELEASE}`, '--timeout=120s')
    await until('the basket at every replica', async () =>
      JSON.stringify(await everywhere('/repohost/basket')).split(CONTENT).length === REPLICAS + 1
        ? true
        : undefined,
    )
  })

  it('reads defaults and rejects changes with the value to set, while the cluster has no UserStates', async () => {
    await kubectl.text('delete', 'customresourcedefinition', CRD)
    await forward.renew()
    await until('the end of the kind', async () =>
      (await kubectl.try('get', 'userstates', '-n', NAMESPACE)).code === 0 ? undefined : true,
    )
    const [settings] = (await everywhere('')) as { themeMode: string }[]
    expect(settings?.themeMode).to.equal('system')
    const answer = await call(forward.api, 'POST', '/api/settings', { themeMode: 'dark' })
    expect([answer.status, answer.json['hint']]).to.deep.equal([
      501,
      'set crds.install=true in the values of the Helm release',
    ])
    await release.reset()
    await kubectl.text('wait', `crd/${CRD}`, '--for=condition=Established', '--timeout=60s')
    await forward.renew()
    await until('a change', async () => {
      const { status } = await call(forward.api, 'POST', '/api/settings', { themeMode: 'dark' })
      return status === 200 ? true : undefined
    })
  })
})
