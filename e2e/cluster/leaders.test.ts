import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { Kube } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { containerOf } from './environment/container.ts'
import { declared, readDeclared, removeDeclared, secretOf, reported } from './environment/declared.ts'
import { NAMESPACE, RELEASE } from './environment/release.ts'
import { world } from './environment/world.ts'

/** The longest time from the end of a leader to the next status update. */
const RESUMES_WITHIN_MS = 30_000

interface Watched {
  kind: string
  metadata: { name: string }
  spec?: { holderIdentity?: string }
  status?: { observedBy?: string }
}

describe('Three replicas, of which one writes', function () {
  this.timeout(240_000)
  const { kubectl, forward, release, kind, access } = world()
  const stopped: (() => Promise<unknown>)[] = []

  before(async function () {
    if (kind === undefined) this.skip()
    await release.setAlone('replicaCount=3')
    await forward.renew()
    await kubectl.apply({
      ...declared('home', {}),
      spec: { contextName: 'in-cluster', inCluster: {}, probe: { interval: '10s' } },
    })
    await reported('home', /^True Ready/, 60_000)
  })
  after(async () => {
    if (kind === undefined) return
    for (const step of stopped) await step()
    await removeDeclared('clustercontext/home')
  })

  const holder = async (): Promise<string> => {
    const { spec } = await kubectl.json<Watched>('get', 'lease', `${RELEASE}-operator`, '-n', NAMESPACE)
    return (spec?.holderIdentity ?? '').split('_')[0] ?? ''
  }
  const writer = async (): Promise<string | undefined> => (await readDeclared('home')).status?.observedBy
  const podOf = async (name: string): Promise<Pod> => {
    const found = (await release.pods()).find(({ metadata }) => metadata.name === name)
    if (found === undefined) throw new Error(`there is no Pod ${name}`)
    return found
  }

  /** Records the Lease's holders and the status writers, each change in the order of the watch. */
  const history = async () => {
    const aborted = new AbortController()
    const holders: string[] = []
    const writers: string[] = []
    const follow = async (path: string, take: (object: Watched) => void): Promise<void> => {
      const { request, Agent } = await import('undici')
      const dispatcher = new Agent({ allowH2: false, connect: { ca: access.ca }, bodyTimeout: 0 })
      const headers = { authorization: `Bearer ${access.token}` }
      const { body } = await request(`${access.url}${path}`, { dispatcher, headers, signal: aborted.signal })
      let rest = ''
      for await (const chunk of body) {
        const lines = (rest + String(chunk)).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) take((JSON.parse(line) as { object: Watched }).object)
      }
    }
    const note = (into: string[], name: string | undefined): void => {
      if (name !== undefined && name !== '' && into.at(-1) !== name) into.push(name)
    }
    const at = (group: string, plural: string, name: string) =>
      `/apis/${group}/namespaces/${NAMESPACE}/${plural}?watch=1&fieldSelector=metadata.name%3D${name}`
    const followed = [
      follow(at('coordination.k8s.io/v1', 'leases', `${RELEASE}-operator`), ({ spec }) =>
        note(holders, spec?.holderIdentity?.split('_')[0]),
      ),
      follow(at('clusterinspector.dev/v1alpha1', 'clustercontexts', 'home'), ({ status }) =>
        note(writers, status?.observedBy),
      ),
    ].map((one) => one.catch(() => undefined))
    await until('both to be followed', () => (holders.length > 0 && writers.length > 0 ? true : undefined))
    return {
      /**
       * Stops the recording. A writer has to be the Lease's holder or to have been so just before; it must
       * never write after its successor.
       */
      end: async (): Promise<{ holders: string[]; writers: string[] }> => {
        aborted.abort()
        await Promise.all(followed)
        return { holders, writers }
      },
    }
  }

  const isPassedOn = async (
    what: string,
    break_: (leader: string) => Promise<() => Promise<unknown>>,
  ): Promise<void> => {
    const before = await holder()
    expect(await writer(), 'who leads writes').to.equal(before)
    const seen = await history()
    const since = performance.now()
    const mend = await break_(before)
    stopped.push(mend)
    const after = await until(
      `another to write after ${what}`,
      async () => {
        const now = await writer()
        return now === before || now === undefined ? undefined : now
      },
      RESUMES_WITHIN_MS,
    )
    console.log(`      a status again after ${Math.round((performance.now() - since) / 1000)} s`)
    expect(await holder()).to.equal(after)
    await mend()
    stopped.pop()
    // The replica that returns sees that another leads. If it wrote, the record would list it a second time.
    const changed = {
      ...declared('home', {}),
      spec: { contextName: 'in-cluster', inCluster: {}, probe: { interval: '11s' } },
    }
    await kubectl.apply(changed)
    await until('the change to be observed', async () => {
      const { metadata, status } = await readDeclared('home')
      return status?.observedGeneration === metadata.generation ? true : undefined
    })
    await kubectl.apply({ ...changed, spec: { ...changed.spec, probe: { interval: '10s' } } })
    const { holders, writers } = await seen.end()
    expect(writers, `held by ${holders.join(', ')}`).to.deep.equal([before, after])
    expect(holders.filter((name) => writers.includes(name))).to.deep.equal([before, after])
  }

  it('the leader is killed: another writes within 30 s', async () => {
    await isPassedOn('its end', async (leader) => {
      // Kills the leader with SIGKILL, because SIGTERM would make it release the Lease.
      const { pid, onNode } = await containerOf(await podOf(leader), 'operator')
      await onNode('kill', '-KILL', String(pid))
      await kubectl.text('delete', 'pod', '-n', NAMESPACE, leader, '--grace-period=0', '--force')
      return async () =>
        kubectl.text('rollout', 'status', `deployment/${RELEASE}`, '-n', NAMESPACE, '--timeout=120s')
    })
  })

  it('the leader is stopped past its Lease and wakes up: another has written, and it writes no more', async () => {
    await isPassedOn('a pause', async (leader) => {
      const { pid, onNode } = await containerOf(await podOf(leader), 'operator')
      await onNode('kill', '-STOP', String(pid))
      return async () => onNode('kill', '-CONT', String(pid))
    })
  })

  it('the leader is cut off the network: another writes, and it gives up by its own clock', async () => {
    await isPassedOn('a cut', async (leader) => {
      const { pid, onNode } = await containerOf(await podOf(leader), 'operator')
      const nft = (...rule: string[]) => onNode('nsenter', '--net', `--target=${pid}`, 'nft', ...rule)
      await nft('add', 'table', 'inet', 'cut')
      await nft('add', 'chain', 'inet', 'cut', 'out', '{ type filter hook output priority 0; policy drop; }')
      return async () => nft('delete', 'table', 'inet', 'cut')
    })
  })

  it('each replica says the same of each context', async () => {
    const pods = await release.pods()
    expect(pods).to.have.length(3)
    const script = `fetch('http://127.0.0.1:8080/api/contexts').then(async (answer) => console.log(await answer.text()))`
    const said = () =>
      Promise.all(
        pods.map(({ metadata }) =>
          kubectl.text('exec', '-n', NAMESPACE, metadata.name, '-c', 'server', '--', 'node', '-e', script),
        ),
      )
    // Each replica loads the updated bundle within a second.
    const [one] = await until('them to agree', async () => {
      const answers = new Set(await said())
      return answers.size === 1 ? [...answers] : undefined
    })
    expect(one).to.include('"serverVersion"').and.include('"lastProbeTime"')
  })

  it('a thousand changes that change nothing of it write nothing', async function () {
    const { metadata } = await readDeclared('home')
    const names = Array.from({ length: 10 }, (_, at) => `busy-${at}`)
    await kubectl.apply(...names.map((name) => secretOf(name, { turn: 'none' })))
    const kube = new Kube(access)
    for (let turn = 0; turn < 100; turn++)
      await Promise.all(
        names.map(async (name) => {
          const path = `/api/v1/namespaces/${NAMESPACE}/secrets/${name}`
          const { status } = await kube.call('PATCH', path, { stringData: { turn: String(turn) } })
          expect(status).to.equal(200)
        }),
      )
    await kube.close()
    await removeDeclared(...names.map((name) => `secret/${name}`))
    expect((await readDeclared('home')).metadata.resourceVersion).to.equal(metadata.resourceVersion)
  })
})
