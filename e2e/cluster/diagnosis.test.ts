import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { parseAllDocuments } from 'yaml'
import type { DiagnosisReport } from '../../server/diagnosis/routes.ts'
import type { RootFinding } from '../../server/diagnosis/schema.ts'
import { kinds } from '../../server/kinds/register.ts'
import type { DiagnosisFixture } from '../diagnosis/fixture.ts'
import { diagnosisFixtures } from '../diagnosis/fixtures/register.ts'
import { registryPod } from '../diagnosis/registry-pod.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { world } from './environment/world.ts'

const FOUND_MS = 120_000
/** Time for the cluster to notice a repair; for images that includes the kubelet's back-off. */
const REPAIRED_MS = 360_000
const CLEARED_MS = 2000
const FIXTURE_IMAGE = 'debian:bookworm-slim'

/** An object as `kubectl apply` takes it. */
type Manifest = Readonly<Record<string, unknown>>

const onKind = diagnosisFixtures.filter(({ notOnKind }) => notOnKind === undefined)
const together = onKind.filter(({ disturbs }) => disturbs !== true)

describe('diagnosis of a cluster in which everything is wrong', () => {
  const { kubectl, forward, image, release, later } = world()
  const namespace = `diagnosis-${randomBytes(3).toString('hex')}`
  const filled = (text: string) => text.replaceAll('NAMESPACE', namespace).replaceAll(FIXTURE_IMAGE, image)
  const manifests = (yaml: string) =>
    parseAllDocuments(filled(yaml)).flatMap((one) => {
      // The fixtures are written by hand.
      const object = one.toJS() as Manifest | null
      return object === null ? [] : [object]
    })
  /** Namespaces first, since the others are in them. */
  const apply = async (objects: readonly Manifest[]) => {
    const isNamespace = ({ kind }: Manifest) => kind === 'Namespace'
    const [namespaces, others] = [objects.filter(isNamespace), objects.filter((one) => !isNamespace(one))]
    for (const group of [namespaces, others]) if (group.length > 0) await kubectl.apply(...group)
  }

  async function diagnosis(): Promise<DiagnosisReport> {
    const { status, json, text } = await call(forward.api, 'GET', '/api/diagnosis')
    expect(status, text.slice(0, 300)).to.equal(200)
    // Validated against its schema by the client.
    return json as unknown as DiagnosisReport
  }

  const isAbout = ({ rule, subject }: DiagnosisFixture) => {
    const where = subject.namespace === null ? undefined : filled(subject.namespace ?? namespace)
    return (one: RootFinding) =>
      one.rule === rule &&
      one.subject.kind === subject.kind &&
      one.subject.name === filled(subject.name) &&
      one.subject.namespace === where
  }

  before(async function () {
    this.timeout(300_000)
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await kubectl.apply(registryPod(namespace, image))
    await kubectl.text('wait', '-n', namespace, 'pod/registry', '--for=condition=Ready', '--timeout=120s')
    await breakAll(together)
  })

  after(async function () {
    this.timeout(300_000)
    for (const { wrong, nearMiss, repair, repairSteps = [] } of onKind) {
      if (repair !== 'delete') await apply(manifests(repair)).catch(() => undefined)
      for (const step of repairSteps) await kubectl.try(...step.map(filled))
      const repaired = repair === 'delete' ? [] : manifests(repair)
      for (const object of [...manifests(wrong), ...manifests(nearMiss), ...repaired])
        if (isOutsideNamespaces(object)) await remove(object)
    }
    await kubectl.remove('namespace', namespace)
  })

  /** Deletes an object; one that is gone already is no failure. */
  async function remove({ apiVersion, kind, metadata }: Manifest): Promise<void> {
    const { name, namespace: where } = metadata as { name: string; namespace?: string }
    const [version = '', group = version] = String(apiVersion).split('/').toReversed()
    const resource = String(apiVersion).includes('/') ? `${String(kind)}.${version}.${group}` : String(kind)
    await kubectl.remove(resource, name, ...(where === undefined ? [] : ['-n', where]))
  }

  /** Applies fixtures with what is nearly the same. */
  async function breakAll(fixtures: readonly DiagnosisFixture[]): Promise<void> {
    await apply(fixtures.flatMap(({ wrong, nearMiss }) => [...manifests(wrong), ...manifests(nearMiss)]))
    for (const { steps = [] } of fixtures) for (const step of steps) await kubectl.text(...step.map(filled))
  }

  /** Waits for the finding of a fixture, once, with what it explains and its evidence. */
  async function isFound(fixture: DiagnosisFixture): Promise<void> {
    const { rule, subject, evidence, explains = [], affected } = fixture
    const found = await until(
      `${rule} of ${subject.name}`,
      async () => {
        const roots = (await diagnosis()).findings.filter(isAbout(fixture))
        expect(roots.length, 'findings of the rule about the object').to.be.at.most(1)
        const [root] = roots
        const explained = root?.explains.map((one) => one.rule) ?? []
        return root !== undefined && explains.every((one) => explained.includes(one)) ? root : undefined
      },
      foundMs(fixture),
    )
    const texts = found.evidence.map(({ text }) => text)
    expect(
      texts.some((text) => evidence.test(text)),
      texts.join('\n'),
    ).to.equal(true)
    if (affected !== undefined) expect(found.affected).to.equal(affected)
  }

  /** Repairs a fixture, and waits until its finding is gone. */
  async function isCleared(fixture: DiagnosisFixture): Promise<void> {
    const { rule, subject, wrong, repair, repairSteps = [] } = fixture
    if (repair === 'delete') for (const object of manifests(wrong)) await remove(object)
    else await apply(manifests(repair))
    for (const step of repairSteps) await kubectl.text(...step.map(filled))
    // The cluster needs time for a repair, which reads that bypass every cache tell from the time of the service.
    const [repaired, cleared] = await Promise.all([
      timeOf(`${subject.name} without ${rule} in the API server`, async () => isRepaired(fixture)),
      timeOf(`no more ${rule} of ${subject.name}`, async () => {
        const { findings } = await diagnosis()
        return !findings.some(isAbout(fixture))
      }),
    ])
    expect(cleared - repaired, 'milliseconds from the repair').to.be.lessThan(CLEARED_MS)
  }

  /** Whether the API server's own objects give no finding of a fixture; true also for a kind without a detail. */
  async function isRepaired({ rule, subject }: DiagnosisFixture): Promise<boolean> {
    const kind = kinds.find((one) => one.kind === subject.kind)
    if (kind === undefined) return true
    const where = kind.namespaced ? `namespace=${filled(subject.namespace ?? namespace)}&` : ''
    const path = `/api/${kind.path}/${filled(subject.name)}?${where}include=diagnosis`
    const { status, json } = await call(forward.api, 'GET', path, undefined, { 'cache-control': 'no-cache' })
    if (status === 404) return true
    expect(status).to.equal(200)
    return !(json['diagnosis'] as { rule: string }[]).some((one) => one.rule === rule)
  }

  for (const fixture of together)
    it(`finds ${fixture.rule} of ${fixture.subject.kind} ${fixture.subject.name}, with its evidence`, async function () {
      this.timeout(foundMs(fixture) + 10_000)
      await isFound(fixture)
    })

  it('finds nothing wrong with objects that are nearly the same', async () => {
    const names = onKind.flatMap(({ nearMiss }) =>
      manifests(nearMiss).map(({ metadata }) => (metadata as { name: string }).name),
    )
    expect(names.length).to.be.at.least(onKind.length)
    const { findings } = await diagnosis()
    const about = findings.flatMap(({ subject, explains }) => [
      subject,
      ...explains.map((one) => one.subject),
    ])
    const wrong = about.filter(({ name }) => names.some((one) => name === one || name.startsWith(`${one}-`)))
    expect(wrong).to.deep.equal([])
  })

  it('finds a custom resource that is not ready, once its group is granted', async function () {
    this.timeout(240_000)
    const group = `${namespace}.example.com`
    const names = { kind: 'Gadget', plural: 'gadgets', singular: 'gadget' }
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const version = { name: 'v1', served: true, storage: true, schema, subresources: { status: {} } }
    await kubectl.apply({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `gadgets.${group}` },
      spec: { group, scope: 'Namespaced', names, versions: [version] },
    })
    later(async () => kubectl.remove('crd', `gadgets.${group}`))
    await kubectl.text('wait', `crd/gadgets.${group}`, '--for=condition=Established', '--timeout=60s')
    for (const [name, status] of [
      ['broken', 'False'],
      ['working', 'True'],
    ] as const) {
      await kubectl.apply({ apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name, namespace } })
      const lastTransitionTime = new Date(Date.now() - 120_000).toISOString()
      const condition = {
        type: 'Ready',
        status,
        reason: 'Checked',
        message: 'the gadget has no power',
        lastTransitionTime,
      }
      const patch = JSON.stringify({ status: { conditions: [condition] } })
      await kubectl.text(
        'patch',
        `gadgets.${group}`,
        name,
        '-n',
        namespace,
        '--subresource=status',
        '--type=merge',
        '-p',
        patch,
      )
    }
    await release.set(`rbac.customResources={${group}}`)
    const found = await until(
      'the finding of the gadget',
      async () => (await diagnosis()).findings.find(({ rule }) => rule === 'custom-resource-not-ready'),
      120_000,
    )
    expect(found.subject).to.deep.equal({ kind: 'Gadget', name: 'broken', namespace })
    expect(found.evidence[0]?.text).to.equal('Ready=False Checked: the gadget has no power')
    await release.reset()
  })

  it('shows the findings of one namespace, with what explains them', async () => {
    // The release has just been reset.
    const { findings } = await until('the findings of the namespace', async () => {
      const { status, json } = await call(forward.api, 'GET', `/api/diagnosis?namespace=${namespace}`)
      return status === 200 && json['syncing'] === undefined
        ? (json as unknown as DiagnosisReport)
        : undefined
    })
    for (const { subject } of findings) expect([namespace, undefined]).to.include(subject.namespace)
    expect(findings.length).to.be.greaterThan(20)
  })

  for (const fixture of together)
    it(`clears ${fixture.rule} of ${fixture.subject.kind} ${fixture.subject.name} when that is repaired`, async function () {
      this.timeout(REPAIRED_MS + 10_000)
      await isCleared(fixture)
    })

  for (const fixture of onKind.filter(({ disturbs }) => disturbs === true))
    it(`finds ${fixture.rule} of ${fixture.subject.kind} ${fixture.subject.name}, and clears it`, async function () {
      this.timeout(foundMs(fixture) + REPAIRED_MS + 10_000)
      await breakAll([fixture])
      await isFound(fixture)
      await isCleared(fixture)
    })

  it('clears the finding of a Service within 2 s of the change that repairs it', async () => {
    const service = (name: string, app: string) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace },
      spec: { selector: { app }, ports: [{ port: 80 }] },
    })
    const isReported = async () => {
      const { findings } = await diagnosis()
      return findings.some(({ subject: { name } }) => name === 'changing')
    }
    await kubectl.apply(service('changing', 'nothing-has-this'))
    await until('the finding', async () => ((await isReported()) ? true : undefined))
    await kubectl.remove('service', 'changing', '-n', namespace)
    const since = performance.now()
    await until('no finding', async () => ((await isReported()) ? undefined : true), 30_000)
    expect(performance.now() - since).to.be.lessThan(CLEARED_MS)
  })
})

/** Waits for a condition, and returns the time at which it was met. */
async function timeOf(what: string, isMet: () => Promise<boolean>): Promise<number> {
  return until(what, async () => ((await isMet()) ? performance.now() : undefined), REPAIRED_MS)
}

/** Returns the time that a finding may take, in milliseconds. */
function foundMs({ withinSeconds = 0 }: DiagnosisFixture): number {
  return withinSeconds * 1000 + FOUND_MS
}

function isOutsideNamespaces({ kind, metadata }: Manifest): boolean {
  return kind === 'Namespace' || (metadata as { namespace?: string }).namespace === undefined
}
