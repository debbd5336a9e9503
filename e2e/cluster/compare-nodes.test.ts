import { expect } from 'chai'
import type { Node } from '../../server/kinds/nodes/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { keyOf } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { compare } from './compare.ts'
import * as expected from './expected/node.ts'
import { listed } from './expected/pod.ts'
import { gallery } from './fixtures/gallery.ts'
import { whileUnchanged } from './stable.ts'
import { statusColumn } from './status-column.ts'

type Share = Record<'requests' | 'limits', string> & Record<'percent' | 'limitsPercent', number>

describe('Nodes compared with kubectl', () => {
  const { kubectl, forward } = world()
  const get = async (path: string) => (await call(forward.api, 'GET', path)).json
  const nodes = () => kubectl.items<Node>('nodes')

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  async function listsAndDetails(): Promise<void> {
    await whileUnchanged('Nodes', nodes, async (objects) => {
      const items = (await get('/api/nodes'))['nodes'] as { name: string }[]
      const details = new Map<string, Record<string, unknown>>()
      for (const { metadata } of objects) details.set(metadata.name, await get(`/api/nodes/${metadata.name}`))
      return (node) => {
        const { name } = node.metadata
        compare(
          `list of Nodes: ${name}`,
          items.find((item) => item.name === name),
          expected.listed(node),
        )
        const { age, allocated: _, ...rest } = details.get(name) ?? {}
        expect(age).to.match(/^\d+[smhdy]$/)
        compare(`Node ${name}`, rest, expected.detail(node))
      }
    })
  }

  it('lists and details', listsAndDetails)

  it('agrees that a cordoned Node with a taint and a role is Ready', async () => {
    const name = (await nodes())[0]?.metadata.name ?? ''
    await kubectl.text('cordon', name)
    await kubectl.text('taint', 'node', name, 'e2e/kept=for-us:PreferNoSchedule')
    await kubectl.text('label', 'node', name, 'kubernetes.io/role=bench', 'node-role.kubernetes.io/a.b=')
    try {
      await listsAndDetails()
      const { json } = await call(forward.api, 'GET', `/api/nodes/${name}`)
      expect(json).to.deep.include({ unschedulable: true, status: 'Ready' })
      expect(json['roles']).to.include.members(['a.b', 'bench'])
    } finally {
      await kubectl.text('label', 'node', name, 'kubernetes.io/role-', 'node-role.kubernetes.io/a.b-')
      await kubectl.text('taint', 'node', name, 'e2e/kept-')
      await kubectl.text('uncordon', name)
    }
  })

  it('sums allocated resources as kubectl describe does', async () => {
    const read = async () => {
      const pods = await kubectl.items<Pod>('pods', '-A')
      const resourceVersion = pods.map((pod) => `${pod.metadata.uid}${pod.status?.phase}`).join()
      return (await nodes()).map((node) => ({ metadata: { ...node.metadata, resourceVersion } }))
    }
    await whileUnchanged('Pods of the nodes', read, async (objects) => {
      const texts = new Map<string, string>()
      const answers = new Map<string, Record<'cpu' | 'memory' | 'pods', Share>>()
      for (const { metadata } of objects) {
        texts.set(metadata.name, await kubectl.text('describe', 'node', metadata.name))
        const { allocated } = await get(`/api/nodes/${metadata.name}`)
        answers.set(metadata.name, allocated as Record<'cpu' | 'memory' | 'pods', Share>)
      }
      return (node) => {
        const allocated = answers.get(node.metadata.name)
        if (allocated === undefined) throw new Error('nothing is said to be allocated')
        const { cpu, memory, pods } = allocated
        compare(
          `allocated on ${node.metadata.name}`,
          { cpu: numbers(cpu), memory: numbers(memory), pods: Number(pods.requests) },
          expected.described(texts.get(node.metadata.name) ?? ''),
        )
      }
    })
  })

  it('the Pods bound to them', async () => {
    const bound = async () => {
      const all = await nodes()
      const pods = await kubectl.items<Pod>('pods', '-A')
      return pods.filter(({ spec }) => all.some(({ metadata }) => metadata.name === spec?.nodeName))
    }
    await whileUnchanged('bound Pods', bound, async (objects) => {
      const column = await statusColumn(kubectl)
      const items: { name: string; namespace: string; nodeName: string }[] = []
      for (const name of new Set(objects.map(({ spec }) => spec?.nodeName)))
        items.push(...((await get(`/api/nodes/${name}/pods`))['pods'] as typeof items))
      return (pod) => {
        const own = items.filter((item) => `${item.namespace}/${item.name}` === keyOf(pod))
        compare(`Pods of a node: ${keyOf(pod)}`, own, [listed({ pod, status: column.get(keyOf(pod)) ?? '' })])
      }
    })
  })

  it('lists Nodes by labels and in pages', async () => {
    for (const selector of [
      'kubernetes.io/os=linux',
      '!kubernetes.io/os',
      'kubernetes.io/arch in (amd64, arm64)',
    ]) {
      const names = (await kubectl.items<Node>('nodes', '-l', selector)).map(({ metadata }) => metadata.name)
      const { nodes: shown } = await get(`/api/nodes?limit=5&labelSelector=${encodeURIComponent(selector)}`)
      compare(
        `Nodes by ${selector}`,
        (shown as { name: string }[]).map(({ name }) => name),
        names,
      )
    }
  })
})

function numbers({ requests, limits, percent, limitsPercent }: Share): Record<string, unknown> {
  return {
    requests: expected.amount(requests),
    percent,
    limits: expected.amount(limits),
    limitsPercent,
  }
}
