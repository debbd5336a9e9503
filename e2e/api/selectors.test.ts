import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { parseQuantity } from '../../server/core/formats/quantity.ts'
import { Random } from '../oracle/random.ts'
import { podOf } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import type { KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const LABELS: readonly Record<string, string>[] = [
  { app: 'web', tier: 'front', rank: '7', 'example.com/in': 'in' },
  { app: 'web', tier: 'back', rank: '12', empty: '' },
  { app: 'db', empty: '', rank: '9007199254740993' },
  { app: 'in', notin: 'notin', rank: '007', 'a.b-c.d/x_y.z-1': 'A_b.C-1' },
]
const ODD = [
  'app in ()',
  'app in (,)',
  'app in (,,)',
  'app in (,,,)',
  'empty in (a,)',
  'empty in (a,,)',
  'empty in (,a)',
  'empty in (a,,b)',
  'app in (web',
  'app in web',
  'app in',
  'app notin ()',
  'app notin (web,)',
  '!app',
  '! app',
  '!!app',
  '!',
  '!app=web',
  '!app in (web)',
  'app=',
  'app==',
  'app!=',
  'app===web',
  'app=!web',
  'app=web=db',
  'app = web',
  ' app',
  'app\n=\tweb',
  'app web',
  '=web',
  ',',
  ',app',
  'app,',
  'app,,tier',
  'app=web,',
  'in',
  'in in (in)',
  'notin',
  'notin notin (notin)',
  'in=in',
  'app in (in,notin)',
  'app=in',
  'rank>7',
  'rank<7',
  'rank>07',
  'rank>-1',
  'rank>+1',
  'rank>',
  'rank>x',
  'rank > 6 , rank < 13',
  'rank>9007199254740992',
  'rank<9007199254740993',
  'rank>9223372036854775807',
  'rank>9223372036854775808',
  'rank>1.5',
  'rank>=7',
  'rank=7',
  'app>web',
  'example.com/in',
  'example.com/in=in',
  '-example.com/in',
  'example-.com/in',
  'example..com/in',
  'Example.com/in',
  '/in',
  'a/b/c',
  'example.com/',
  'a.b-c.d/x_y.z-1',
  'a.b-c.d/x_y.z-1=A_b.C-1',
  '-a',
  'a-',
  '_a',
  'a_',
  '.a',
  'A',
  'ä',
  'app=ä',
  'app=-web',
  'app=web-',
  'app=(web)',
  'app=@',
  '@',
  'app!web',
  'app<>web',
  'app in (web)(db)',
  '(app)',
  ')',
  'constructor',
  '__proto__',
  '!constructor',
  'a'.repeat(63),
  'a'.repeat(64),
  `app=${'b'.repeat(63)}`,
  `app=${'b'.repeat(64)}`,
  `${'a'.repeat(253)}/a`,
  `${'a'.repeat(254)}/a`,
]
const PARTS = [
  'app',
  'tier',
  'empty',
  'rank',
  'web',
  'db',
  '7',
  '=',
  '==',
  '!=',
  '!',
  ' in ',
  ' notin ',
  '(',
  ')',
  '(web)',
  '(web,db)',
  ',',
  ',',
  '>',
  '<',
  '',
]
/** The largest quantity of the API server in nano-units: 2^63 - 1. */
const LARGEST = (2n ** 63n - 1n) * 1_000_000_000n
const QUANTITIES = [
  '0',
  '1',
  '100m',
  '0.5',
  '.5',
  '5.',
  '1.5Gi',
  '1e3',
  '1E3',
  '1e-3',
  '1E',
  '1Ei',
  '1k',
  '1K',
  '1Ki',
  '1ki',
  '1m',
  '1u',
  '1n',
  '0.1n',
  '+1',
  '-1',
  '--1',
  '',
  ' 1',
  '1 ',
  '1 Gi',
  '1.2.3',
  'x',
  '1e',
  '1e+',
  '1e99',
  '9223372036854775807',
  '9223372036854775808',
  '1_000',
  '0x10',
  '1Gi1',
  '1e3Gi',
  '00012',
  '1.000000001',
  '12345678901234567890123',
  '1P',
  '1Pi',
  '1T',
  '1Ti',
]

/** Generates selectors of a few parts, valid and not. */
function generated(count: number): string[] {
  const random = new Random(41)
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(7) }, () => random.pick(PARTS)).join(''),
  )
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
    for (const selector of [...ODD, ...generated(400)]) {
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

  it('reads each quantity as the API server writes it, and none that it rejects', async function () {
    // The demo cluster does not validate quantities.
    if (target.demo !== undefined) this.skip()
    const differences: string[] = []
    for (const quantity of QUANTITIES) {
      const pod = podOf(target, namespace, 'quantity', {
        containers: [{ name: 'main', image: target.image, resources: { limits: { memory: quantity } } }],
      })
      const { status, body } = await target.kube.call(
        'POST',
        `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
        pod,
      )
      const written = status === 201 ? limitOf(body) : undefined
      // The API server trims quantities, and writes its largest one in place of larger ones.
      const parsed = parseQuantity(quantity.trim())
      const isCapped = parsed !== undefined && parsed >= LARGEST
      const sent = written === undefined ? undefined : parseQuantity(written)
      // Validation of the Pod rejects negative amounts (422), parsing anything else that is not a quantity (400).
      const isRead = sent !== undefined && (isCapped || sent === parsed)
      const matches = status === 201 ? isRead : status === 422 || parsed === undefined
      if (!matches)
        differences.push(`${JSON.stringify(quantity)}: ${parsed}, the API server: ${status} ${written}`)
    }
    expect(differences).to.deep.equal([])
  })
})

function namesOf(objects: readonly KubeObject[]): string {
  return objects.map(({ metadata: { name } }) => name).join()
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
