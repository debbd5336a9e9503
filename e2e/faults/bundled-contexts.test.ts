import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { BundleFile } from '../../server/operator/context-bundle.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openEvents } from '../support/events.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'

describe('contexts that are handed over while it runs', () => {
  let folder: string
  let file: BundleFile
  let home: DemoCluster
  let second: DemoCluster
  let service: RunningServer
  let time: SkippingTime
  const logged: string[] = []
  const say = (message: string) => void logged.push(message)
  const log = { error: say, warn: say, info: say, debug: say }
  const get = (path: string) => call(`http://127.0.0.1:${service.port}`, 'GET', path)
  const namesOf = async (context: string) => {
    const { status, json } = await get(`/api/nodes?context=${context}`)
    return status === 200 ? (json['nodes'] as { name: string }[]).map(({ name }) => name) : status
  }
  const declared = { cluster: 'second', user: 'ci', namespace: 'default', source: 'ClusterContext ci/second' }
  const handOver = (token = second.token, { url } = second) =>
    file.write({ contexts: [{ name: 'second', server: url, declared, token }] })
  const answers = (expected: number) =>
    time.until(`second to answer ${expected}`, async () =>
      (await get('/api/nodes?context=second')).status === expected ? true : undefined,
    )

  beforeEach(async () => {
    logged.length = 0
    time = new SkippingTime()
    folder = openFolder('bundle')
    const contextsFile = join(folder, 'contexts.json')
    file = new BundleFile(contextsFile)
    home = await openDemoCluster({ controllers: false })
    second = await openDemoCluster({ controllers: false, bulk: { pods: 20, nodes: 2, namespaces: 2 } })
    service = await serveCluster(home.url, home.token, { settings: { contextsFile }, log, time })
  })

  it('adds contexts within 5 s, lists them with their source, and removes them within 5 s', async () => {
    expect((await get('/api/nodes?context=second')).status).to.equal(400)
    await handOver()
    time.skip(5000)
    await until('second to be there', async () => (Array.isArray(await namesOf('second')) ? true : undefined))
    expect(await namesOf('second')).to.not.deep.equal(await namesOf('test'))
    const listed = (await get('/api/contexts')).json['contexts'] as Record<string, unknown>[]
    expect(listed[1]).to.deep.include({ name: 'second', ...declared, ready: true, current: false })
    const stream = await openEvents(`http://127.0.0.1:${service.port}/api/stream?kinds=nodes&context=second`)
    await stream.seen('synced', ({ event }) => event === 'synced')
    await file.write({ contexts: [] })
    time.skip(5000)
    await until('second to be gone', async () => ((await namesOf('second')) === 400 ? true : undefined))
    const { data } = await stream.seen('bye', ({ event }) => event === 'bye')
    expect(data['reason']).to.include('removed or replaced')
    await until('the stream to end', () => stream.ended)
    expect((await get('/api/nodes')).status, 'the others stay').to.equal(200)
    const watched = await call(`http://127.0.0.1:${service.metricsPort}`, 'GET', '/readyz')
    expect(JSON.stringify(watched.json)).to.not.include('"second"')
  })

  it('change their token without a failed request, whichever comes first: the new one, or the end of the old [F8]', async () => {
    const first = second.addToken({ username: 'ci', groups: ['system:masters'] })
    const next = second.addToken({ username: 'ci', groups: ['system:masters'] })
    await handOver(first)
    await answers(200)
    const failed: string[] = []
    let asked = 0
    const asking = new AbortController()
    const ask = async (): Promise<void> => {
      while (!asking.signal.aborted) {
        const path = ['/api/nodes?context=second', '/api/pods?context=second'][asked % 2] ?? ''
        const answer = await call(`http://127.0.0.1:${service.port}`, 'GET', path, undefined, {
          'cache-control': 'no-cache',
        })
        asked++
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`)
      }
    }
    const askers = [ask(), ask(), ask()]
    await until('some answers', () => (asked > 50 ? true : undefined))
    await handOver(next)
    second.revokeToken(first)
    const before = asked
    await until('more answers', () => (asked > before + 200 ? true : undefined))
    asking.abort()
    await Promise.all(askers)
    expect(failed).to.deep.equal([])
  })

  it('answer reads without a context from the new default at once, also from a warm response cache [A3]', async () => {
    const nodes = async (): Promise<[unknown, string]> => {
      const { headers, json } = await get('/api/nodes')
      return [headers.get('x-cache'), JSON.stringify(json['nodes'])]
    }
    const [, own] = await until('the nodes to be cached', async () => {
      const read = await nodes()
      return read[0] === 'hit' ? read : undefined
    })
    expect(await nodes(), 'from the response cache').to.deep.equal(['hit', own])
    await file.write({
      contexts: [{ name: 'second', server: second.url, declared, token: second.token }],
      default: 'second',
    })
    await until('the new default', async () => {
      const { json } = await get('/api/contexts')
      const current = (json['contexts'] as { name: string; current: boolean }[]).find((one) => one.current)
      return current?.name === 'second' ? true : undefined
    })
    const [, read] = await nodes()
    expect(read).to.not.equal(own)
    expect(read).to.equal(JSON.stringify((await get('/api/nodes?context=second')).json['nodes']))
  })

  it('lead elsewhere from one moment to the next, and nothing of what was held is shown as theirs', async () => {
    await handOver()
    await answers(200)
    const before = await time.until('the nodes to be held', async () => {
      const { headers, json } = await get('/api/nodes?context=second')
      return headers.get('x-cache') === 'hit' ? JSON.stringify(json['nodes']) : undefined
    })
    await handOver(home.token, home)
    const own = JSON.stringify((await get('/api/nodes')).json['nodes'])
    await time.until('the other nodes', async () => {
      const { json } = await get('/api/nodes?context=second')
      const found = JSON.stringify(json['nodes'])
      expect([before, own]).to.include(found)
      return found === own ? true : undefined
    })
  })

  it('keeps the contexts while the file is broken, and gives away no name of its own contexts', async () => {
    await handOver()
    await answers(200)
    await writeFile(join(folder, 'contexts.json'), '{"contexts": [{"token": "very-secret"')
    await time.until('a complaint', () =>
      logged.some((one) => one.includes('keeping the previous contexts')) ? true : undefined,
    )
    expect((await get('/api/nodes?context=second')).status).to.equal(200)
    expect(logged.join()).to.not.include('very-secret')
    const stolen = { name: 'test', server: second.url, declared, token: second.token }
    const own = await namesOf('test')
    await file.write({ contexts: [stolen, { ...stolen, name: 'third' }] })
    await time.until('the third', async () => (Array.isArray(await namesOf('third')) ? true : undefined))
    expect(await namesOf('test')).to.deep.equal(own)
  })

  it('stand as the operator that leads found them, on every replica; others are asked, whatever they are called', async () => {
    const standing = { ready: false, reason: 'nothing there', serverVersion: 'v1.33.0', at: Date.now() }
    const [told, own, unknown] = ['second', 'test', 'third'].map((name) => ({
      name,
      server: second.url,
      declared,
      token: second.token,
      ...(name === 'third' ? {} : { standing }),
    }))
    if (told === undefined || own === undefined || unknown === undefined) throw new Error('three contexts')
    await file.write({ contexts: [told, own, unknown] })
    await answers(200)
    const listed = async () => {
      const { json } = await get('/api/contexts')
      return Object.fromEntries(
        (json['contexts'] as { name: string; ready: boolean; reason?: string }[]).map((one) => [
          one.name,
          `${one.ready} ${one.reason ?? ''}`,
        ]),
      )
    }
    expect(await listed()).to.deep.equal({ test: 'true ', second: 'false nothing there', third: 'true ' })
    await file.write({ contexts: [unknown], home: { standing: { ...standing, reason: 'as it was told' } } })
    await time.until('what is told of the cluster it runs in', async () =>
      (await listed())['test'] === 'false as it was told' ? true : undefined,
    )
    const old = { ...standing, at: Date.now() - 21 * 60_000 }
    await file.write({ contexts: [unknown], home: { standing: old } })
    await time.until('an old standing to be doubted', async () =>
      (await listed())['test'] === 'true ' ? true : undefined,
    )
  })

  it('may be the default, and so may the cluster it runs in', async () => {
    const bundle = { contexts: [{ name: 'second', server: second.url, declared, token: second.token }] }
    const current = (name: string) =>
      time.until(`${name} to be the default`, async () => {
        const { json } = await get('/api/contexts')
        const found = (json['contexts'] as { name: string; current: boolean }[]).find((one) => one.current)
        return found?.name === name ? true : undefined
      })
    await file.write({ ...bundle, default: 'second' })
    await current('second')
    await file.write({ ...bundle, default: 'test' })
    await current('test')
    await file.write({ ...bundle, default: 'nowhere' })
    await answers(200)
    await current('test')
  })
})
