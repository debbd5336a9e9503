import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Node } from '../../server/kinds/nodes/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { keyOf, pod } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { compare } from './compare.ts'
import { detail } from './expected/pod-detail.ts'
import { listed, type ObservedPod } from './expected/pod.ts'
import { troubles, type Trouble } from './fixtures/troubles.ts'
import { statusColumn } from './status-column.ts'

/**
 * A Pod at one moment: kubectl's STATUS and JSON, and the service's list item and detail, read between two
 * identical reads.
 */
interface Moment extends ObservedPod {
  item: unknown
  one: Record<string, unknown>
}

const NAMES = troubles(world(), '')

describe('Pods in trouble, as kubectl says it', () => {
  const { kubectl, forward } = world()
  const namespace = `troubles-${randomBytes(3).toString('hex')}`
  const moments = new Map<string, Moment>()
  let all: Trouble[] = []
  const get = async (path: string) => (await call(forward.api, 'GET', path)).json
  const read = () => kubectl.items<Pod>('pods', '-n', namespace)

  before(async () => {
    const [node] = await kubectl.items<Node>('nodes')
    all = troubles(world(), node?.metadata.name ?? '')
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await kubectl.apply(...all.map(({ name, spec }) => pod(namespace, name, spec)))
    for (const { name } of all.filter(({ deleted }) => deleted)) {
      await kubectl.text('wait', '-n', namespace, `pod/${name}`, '--for=condition=Ready', '--timeout=90s')
      await kubectl.remove('-n', namespace, `pod/${name}`)
    }
  })
  after(async () => {
    const going = all.filter(({ deleted }) => deleted).map(({ name }) => `pod/${name}`)
    await kubectl.remove('-n', namespace, '--force', '--grace-period=0', ...going)
    await kubectl.remove('namespace', namespace)
  })

  for (const { name, status } of NAMES)
    it(`shows ${name} as ${status.source}`, async () => {
      const seen = await until(
        `kubectl to say ${status.source} of ${name}`,
        async () => {
          if (!moments.has(name)) await look()
          return moments.get(name)
        },
        100_000,
      )
      const { age: _, ...rest } = seen.one
      expect(seen.one['status'], 'STATUS').to.equal(seen.status)
      compare(`list of Pods: ${name} (${seen.status})`, seen.item, listed(seen))
      compare(`Pod ${name} (${seen.status})`, rest, detail(seen))
    })

  it('covers at least twelve different words of the STATUS column', () => {
    const words = new Set([...moments.values()].map(({ status }) => status))
    expect([...words]).to.have.length.of.at.least(12)
  })

  /** Reads all Pods at once and keeps those that have the expected STATUS and did not change meanwhile. */
  async function look(): Promise<void> {
    const before = await read()
    const items = (await get(`/api/pods?namespace=${namespace}`))['pods'] as { name: string }[]
    const details = new Map<string, Record<string, unknown>>()
    for (const { metadata } of before)
      details.set(metadata.name, await get(`/api/pods/${metadata.name}?namespace=${namespace}`))
    const column = await statusColumn(kubectl)
    const after = new Map((await read()).map((one) => [one.metadata.name, one.metadata.resourceVersion]))
    for (const one of before) {
      const { name, resourceVersion } = one.metadata
      const word = column.get(keyOf(one)) ?? ''
      const wanted = all.find((trouble) => trouble.name === name)
      if (after.get(name) !== resourceVersion || wanted?.status.test(word) !== true) continue
      const item = items.find((candidate) => candidate.name === name)
      moments.set(name, { pod: one, status: word, item, one: details.get(name) ?? {} })
    }
  }
})
