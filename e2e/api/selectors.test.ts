import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { parseQuantity } from '../../server/core/formats/quantity.ts'
import { podPhases } from '../../server/kinds/pods/schema.ts'
import { apiNameOf } from '../kinds/fixture.ts'
import { listedFixtures } from '../kinds/register.ts'
import { podOf } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { pathTo, type KubeObject } from '../support/kube.ts'
import { generatedQuantities, QUANTITIES } from '../support/quantities.ts'
import { generatedSelectors, ODD_SELECTORS } from '../support/selectors.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const LABELS: readonly Record<string, string>[] = [
  { app: 'web', tier: 'front', rank: '7', 'example.com/in': 'in' },
  { app: 'web', tier: 'back', rank: '12', empty: '' },
  { app: 'db', empty: '', rank: '9007199254740993' },
  { app: 'in', notin: 'notin', rank: '007', 'a.b-c.d/x_y.z-1': 'A_b.C-1' },
]
/** The largest quantity of the API server in nano-units: 2^63 - 1. */
const LARGEST = (2n ** 63n - 1n) * 1_000_000_000n
interface Item {
  namespace?: string
  name: string
}

describe('selectors and quantities, compared with the API server', () => {
  let target: Target
  const namespace = `selectors-${randomBytes(4).toString('hex')}`

  before(async () => {
    target = await openTarget()
    await target.kube.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    if (target.demo === undefined) await serviceAccountOf(target, namespace)
    for (const [number, labels] of LABELS.entries()) {
      const pod = podOf(target, namespace, `pod-${number}`)
      await target.kube.create({ ...pod, metadata: { ...pod.metadata, labels } })
    }
    await until('the Pods to be listed from the cache', async () => {
      const { json, headers } = await call(target.api, 'GET', `/api/pods?namespace=${namespace}`)
      const { length } = json['pods'] as unknown[]
      return length === LABELS.length && headers.get('x-cache') === 'hit' ? true : undefined
    })
  })
  after(() => target.kube.remove(`/api/v1/namespaces/${namespace}`))

  it('selects the same Pods as the API server for any label selector, or rejects it too', async function () {
    this.timeout(300_000)
    const differences: string[] = []
    for (const selector of [...ODD_SELECTORS, ...generatedSelectors(400)]) {
      const query = new URLSearchParams({ labelSelector: selector })
      const { status, body } = await target.kube.call('GET', `/api/v1/namespaces/${namespace}/pods?${query}`)
      const expected = status === 200 ? namesOf((body as { items: KubeObject[] }).items) : String(status)
      query.set('namespace', namespace)
      const own = await call(target.api, 'GET', `/api/pods?${query}`)
      const found =
        own.status === 200
          ? (own.json['pods'] as { name: string }[]).map(({ name }) => name).join()
          : String(own.status)
      if (found !== expected)
        differences.push(`${JSON.stringify(selector)}: ${found}, the API server: ${expected}`)
    }
    expect(differences).to.deep.equal([])
  })

  it('selects the same Pods of all namespaces, from the cache and live', async function () {
    this.timeout(300_000)
    for (const labelSelector of ODD_SELECTORS) {
      const query = new URLSearchParams({ labelSelector })
      for (const headers of [{}, { 'cache-control': 'no-cache' }])
        // Pods of other suites come and go, so the two are read until they agree.
        await until(`the same Pods of ${labelSelector}`, async () => {
          const { status, body } = await target.kube.call('GET', `/api/v1/pods?${query}`)
          const expected = status === 200 ? keysOf((body as { items: KubeObject[] }).items) : String(status)
          const own = await call(target.api, 'GET', `/api/pods?${query}`, undefined, headers)
          const pods = own.json['pods'] as Item[] | undefined
          const found = pods?.map(({ namespace: of, name }) => `${of}/${name}`).join() ?? String(own.status)
          if (found !== expected) throw new Error(`${found}, the API server: ${expected}`)
          return true
        })
    }
  })

  for (const fixture of listedFixtures)
    it(`selects ${fixture.plural} by labels as the API server does, and rejects what it rejects`, async () => {
      const { namespaced } = fixture
      const { items } = await target.kube.get<{ items: KubeObject[] }>(pathTo(fixture, undefined))
      const metadata = items[0]?.metadata
      const scope = namespaced ? (metadata?.namespace ?? 'default') : undefined
      const labels: Record<string, string> = metadata?.labels ?? {}
      const [key = 'app'] = Object.keys(labels)
      const value = labels[key] ?? 'web'
      for (const selector of [
        key,
        `!${key}`,
        `${key}=${value}`,
        `${key}!=${value}`,
        `${key} in (${value},none)`,
        `${key} notin (${value})`,
        `${key}=${value},${key}`,
        `${key}>1`,
        `${key},`,
        `${key} in (`,
        `-${key}`,
      ]) {
        const query = new URLSearchParams({ labelSelector: selector })
        const { status, body } = await target.kube.call('GET', `${pathTo(fixture, scope)}?${query}`)
        const name = apiNameOf(fixture)
        const own = new URLSearchParams(scope === undefined ? {} : { namespace: scope })
        own.set('labelSelector', selector)
        const answer = await call(target.api, 'GET', `/api/${name}?${own}`, undefined, {
          'cache-control': 'no-cache',
        })
        expect(answer.status, selector).to.equal(status)
        // Objects such as Events have no names in the API.
        if (status === 200)
          expect((answer.json[name] as unknown[]).length, selector).to.equal(
            (body as { items: unknown[] }).items.length,
          )
      }
    })

  it('selects Pods by phase and node as the API server does by fields', async () => {
    const { items: nodes } = await target.kube.get<{ items: KubeObject[] }>('/api/v1/nodes')
    const names = [...nodes.map(({ metadata: { name } }) => name), 'none', 'a.b-c']
    const filters = [
      ...podPhases.map((phase) => ({ phase })),
      ...names.map((node) => ({ node })),
      ...podPhases.flatMap((phase) => names.map((node) => ({ phase, node }))),
    ]
    for (const filter of filters)
      for (const labelSelector of ['', 'app', '!app', 'app in (web,db)', 'app notin (web)']) {
        const { phase, node } = { phase: undefined, node: undefined, ...filter }
        const fieldSelector = [
          ...(phase === undefined ? [] : [`status.phase=${phase}`]),
          ...(node === undefined ? [] : [`spec.nodeName=${node}`]),
        ].join()
        const labels: Record<string, string> = labelSelector === '' ? {} : { labelSelector }
        const query = new URLSearchParams({ ...labels, fieldSelector })
        const own = new URLSearchParams({ ...labels, ...filter, namespace })
        // Pods start meanwhile, so the two are read until they agree.
        await until(`the same Pods of ${own}`, async () => {
          const list = await target.kube.get<{ items: KubeObject[] }>(
            `/api/v1/namespaces/${namespace}/pods?${query}`,
          )
          const { json } = await call(target.api, 'GET', `/api/pods?${own}`)
          const found = (json['pods'] as Item[]).map(({ name }) => name).join()
          const expected = namesOf(list.items)
          if (found !== expected) throw new Error(`${found}, the API server: ${expected}`)
          return true
        })
      }
  })

  it('reads each quantity as the API server writes it, and none that it rejects', async function () {
    // The demo cluster does not validate quantities.
    if (target.demo !== undefined) this.skip()
    const differences: string[] = []
    for (const quantity of [...QUANTITIES, ...generatedQuantities(300)]) {
      const pod = podOf(target, namespace, 'quantity', {
        containers: [{ name: 'main', image: target.image, resources: { limits: { memory: quantity } } }],
      })
      const { status, body } = await target.kube.call(
        'POST',
        `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
        pod,
      )
      const written = status === 201 ? limitOf(body) : undefined
      // The API server trims blanks, writes its largest quantity in place of larger ones, and rounds resources up to milli-units.
      const parsed = parseQuantity(quantity.replaceAll(/^ +| +$/g, ''))
      const isCapped = parsed !== undefined && parsed >= LARGEST
      const sent = written === undefined ? undefined : parseQuantity(written)
      // Validation of the Pod rejects negative amounts (422), parsing anything else that is not a quantity (400).
      const isRead = sent !== undefined && parsed !== undefined && (isCapped || sent === roundUp(parsed))
      const matches = status === 201 ? isRead : status === 422 || parsed === undefined
      if (!matches)
        differences.push(`${JSON.stringify(quantity)}: ${parsed}, the API server: ${status} ${written}`)
    }
    expect(differences).to.deep.equal([])
  })
})

/** Rounds nano-units up to milli-units. */
function roundUp(nano: bigint): bigint {
  return ((nano + 999_999n) / 1_000_000n) * 1_000_000n
}

function namesOf(objects: readonly KubeObject[]): string {
  return objects.map(({ metadata: { name } }) => name).join()
}

function keysOf(objects: readonly KubeObject[]): string {
  return objects.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`).join()
}

function limitOf(pod: unknown): string | undefined {
  const { spec } = pod as { spec: { containers: [{ resources: { limits: { memory: string } } }] } }
  return spec.containers[0].resources.limits.memory
}

/** Waits for the ServiceAccount that a real cluster makes for each namespace, without which no Pod is admitted. */
async function serviceAccountOf({ kube }: Target, namespace: string): Promise<void> {
  await until('the ServiceAccount of the namespace', async () => {
    const { status } = await kube.call('GET', `/api/v1/namespaces/${namespace}/serviceaccounts/default`)
    return status === 200 ? true : undefined
  })
}
