import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { keyOf } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { compare } from './compare.ts'
import { detail } from './expected/pod-detail.ts'
import { listed } from './expected/pod.ts'
import { gallery } from './fixtures/gallery.ts'
import { whileUnchanged } from './stable.ts'
import { statusColumn } from './status-column.ts'

describe('Pods compared with kubectl', () => {
  const { kubectl, forward } = world()
  const get = async (path: string) => (await call(forward.api, 'GET', path)).json
  const everywhere = () => kubectl.items<Pod>('pods', '-A')

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  it('lists, all namespaces at once', async () => {
    await whileUnchanged('Pods', everywhere, async () => {
      const { pods } = await get('/api/pods')
      const column = await statusColumn(kubectl)
      const items = new Map(
        (pods as { name: string; namespace: string }[]).map((item) => [nameOf(item), item]),
      )
      return (pod) =>
        compare(
          `list of Pods: ${keyOf(pod)}`,
          items.get(keyOf(pod)),
          listed({ pod, status: column.get(keyOf(pod)) ?? '' }),
        )
    })
  })

  it('equals kubectl in details of Pods', async () => {
    const kinds = new Set<string>()
    await whileUnchanged('Pods', everywhere, async (objects) => {
      const answers = new Map<string, Record<string, unknown>>()
      for (const { metadata } of objects)
        answers.set(
          keyOf({ metadata }),
          await get(`/api/pods/${metadata.name}?namespace=${metadata.namespace}`),
        )
      const column = await statusColumn(kubectl)
      return (pod) => {
        const { age, ...rest } = answers.get(keyOf(pod)) ?? {}
        expect(age).to.match(/^\d+[smhdy]$/)
        compare(`Pod ${keyOf(pod)}`, rest, detail({ pod, status: column.get(keyOf(pod)) ?? '' }))
        for (const one of pod.metadata.ownerReferences ?? []) kinds.add(one.kind)
      }
    })
    expect([...kinds]).to.include.members(['ReplicaSet', 'DaemonSet', 'Job', 'Node'])
  })

  it('filters as kubectl does', async () => {
    const { namespace } = await gallery()
    const [first] = await kubectl.items<Pod>('pods', '-n', 'kube-system')
    const node = first?.spec?.nodeName ?? ''
    const filters: readonly (readonly [query: string, ...args: string[]])[] = [
      ['phase=Running', '--field-selector=status.phase=Running'],
      ['phase=Succeeded', '--field-selector=status.phase=Succeeded'],
      ['phase=Pending', '--field-selector=status.phase=Pending'],
      [`node=${node}`, `--field-selector=spec.nodeName=${node}`],
      ['node=elsewhere', '--field-selector=spec.nodeName=elsewhere'],
      [`phase=Running&node=${node}`, `--field-selector=spec.nodeName=${node},status.phase=Running`],
      ...SELECTORS.map((text) => [`labelSelector=${encodeURIComponent(text)}`, '-l', text] as const),
    ]
    for (const [query, ...args] of filters)
      await whileUnchanged(`Pods by ${query}`, together(namespace, args), async () => {
        const { pods } = await get(`/api/pods?namespace=${namespace}&${query}`)
        return (all) =>
          compare(
            `Pods by ${query}`,
            (pods as { name: string }[]).map(({ name }) => name),
            all.names,
          )
      })
  })

  it('filters by status, which kubectl can only show', async () => {
    const { namespace } = await gallery()
    await whileUnchanged('statuses', together(namespace, []), async () => {
      const column = [...(await statusColumn(kubectl))].filter(([key]) => key.startsWith(`${namespace}/`))
      const statuses = [...new Set(column.map(([, status]) => status))]
      const answers = new Map<string, unknown>()
      for (const status of statuses)
        answers.set(
          status,
          (await get(`/api/pods?namespace=${namespace}&status=${encodeURIComponent(status)}`))['pods'],
        )
      return () => {
        expect(statuses).to.include.members(['Running', 'Completed'])
        for (const status of statuses) {
          const names = column.filter(([, one]) => one === status).map(([key]) => key.split('/')[1])
          const shown = (answers.get(status) as { name: string }[]).map(({ name }) => name)
          compare(`Pods of status ${status}`, shown, names)
        }
      }
    })
  })

  it('page by page what kubectl lists at once', async () => {
    const { namespace } = await gallery()
    for (const [limit, scope] of [
      [1, `namespace=${namespace}&`],
      [4, `namespace=${namespace}&`],
      [7, ''],
    ] as const)
      await whileUnchanged('Pods', together(scope === '' ? undefined : namespace, []), async () => {
        const names: string[] = []
        for (let next: string | undefined = ''; next !== undefined;) {
          const page = await get(`/api/pods?${scope}limit=${limit}${next === '' ? '' : `&continue=${next}`}`)
          const items = page['pods'] as { name: string }[]
          expect(items.length).to.be.at.most(limit)
          names.push(...items.map(({ name }) => name))
          next = page['continue'] as string | undefined
          expect(page['remaining'] === undefined).to.equal(next === undefined)
        }
        return (all) => compare(`Pods in pages of ${limit}`, names, all.names)
      })
  })

  const SELECTORS = [
    'app=steady',
    'app==steady',
    'app!=steady',
    'app in (steady, barely),tier',
    'app notin (steady,barely)',
    '!app',
    'app,tier!=front',
    'batch.kubernetes.io/job-name=once',
    'pod-template-hash>1',
  ]

  /**
   * Reads everything that a kubectl command lists as one object, whose resourceVersion changes when any
   * member changes.
   */
  function together(namespace: string | undefined, args: readonly string[]) {
    return async () => {
      const scope = namespace === undefined ? ['-A'] : ['-n', namespace]
      const pods = await kubectl.items<Pod>('pods', ...scope, ...args)
      const resourceVersion = pods.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).join()
      return [
        { metadata: { name: 'all', resourceVersion }, names: pods.map(({ metadata }) => metadata.name) },
      ]
    }
  }
})

function nameOf({ namespace, name }: { namespace: string; name: string }): string {
  return `${namespace}/${name}`
}
