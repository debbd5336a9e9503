import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { parseAllDocuments } from 'yaml'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import { until } from '../support/until.ts'
import { output, run } from './environment/process.ts'
import { world } from './environment/world.ts'
import { otherKinds } from './fixtures/other-kinds.ts'

interface Rendered {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  spec?: { template?: { metadata: ObjectMeta; spec: Record<string, unknown> } }
}

describe('Every value set of the chart, and every manifest, is taken by the API server, which is strict', () => {
  const { kubectl, root } = world()
  const namespace = `sets-${randomBytes(3).toString('hex')}`
  const sets = globSync('chart/ci/*.yaml', { cwd: root }).sort()
  const ours = otherKinds()
  const made: string[] = []

  before(async () => {
    const there = await kubectl.text('get', 'customresourcedefinitions', '-o', 'name')
    const missing = ours.filter(({ metadata }) => !there.includes(`/${metadata.name}\n`))
    await kubectl.apply(...missing)
    made.push(...missing.map(({ metadata }) => `customresourcedefinition/${metadata.name}`))
    for (const path of made) await kubectl.text('wait', path, '--for=condition=Established', '--timeout=60s')
    await home(namespace)
  })
  after(() => kubectl.remove(...made))

  /** Creates a namespace that enforces `restricted` and has the default ServiceAccount. */
  async function home(name: string): Promise<void> {
    if (made.includes(`namespace/${name}`)) return
    const { code } = await kubectl.try('get', 'namespace', name)
    if (code === 0) return
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } })
    made.push(`namespace/${name}`)
    await until(`the default account of ${name}`, async () => {
      const account = await kubectl.try('get', 'serviceaccount', 'default', '-n', name)
      return account.code === 0 ? true : undefined
    })
  }

  async function rendered(set: string): Promise<Rendered[]> {
    const args = ['template', 'sets', join(root, 'chart'), '--namespace', namespace]
    return objectsOf(await output('helm', [...args, '--values', join(root, set)]))
  }

  function objectsOf(text: string): Rendered[] {
    return parseAllDocuments(text).flatMap((one) => (one.toJS() as Rendered | null) ?? [])
  }

  /**
   * Returns the Pods that the controllers would create, without their ServiceAccounts, which do not exist in
   * a dry run.
   */
  function podsOf(objects: readonly Rendered[]): Record<string, unknown>[] {
    return objects.flatMap(({ metadata, spec: { template } = {} }) => {
      if (template === undefined) return []
      const { serviceAccountName: _, ...spec } = template.spec
      const { labels, annotations } = template.metadata
      const pod = { name: 'one-of-them', namespace: metadata.namespace, labels, annotations }
      return [{ apiVersion: 'v1', kind: 'Pod', metadata: pod, spec }]
    })
  }

  async function asked(objects: readonly object[]) {
    const dry = ['--dry-run=server', '--validate=strict', '-o', 'name', '-f', '-']
    return run('kubectl', ['--kubeconfig', kubectl.kubeconfig, 'apply', ...dry], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    })
  }

  const inputs: [string, () => Promise<Rendered[]>][] = [
    ...sets.map((set): [string, () => Promise<Rendered[]>] => [
      basename(set, '-values.yaml'),
      () => rendered(set),
    ]),
    ...globSync('manifests/*.yaml', { cwd: root })
      .sort()
      .map((path): [string, () => Promise<Rendered[]>] => [
        path,
        async () => objectsOf(await readFile(join(root, path), 'utf8')),
      ]),
  ]
  for (const [name, read] of inputs)
    it(name, async () => {
      const objects = await read()
      for (const { metadata } of objects) if (metadata.namespace !== undefined) await home(metadata.namespace)
      const all = [...objects, ...podsOf(objects)]
      const { code, stdout, stderr } = await asked(all)
      expect(code, stderr).to.equal(0)
      expect(stdout.toString().trim().split('\n')).to.have.length(all.length)
      expect(stderr).not.to.match(/would violate PodSecurity|unknown field/)
    })

  it('rejects an unknown field', async () => {
    const monitoring = sets.filter((set) => /pod-monitor|ingress|gateway/.test(set))
    for (const set of monitoring)
      for (const object of await rendered(set)) {
        if (!/Monitor|Rule|Route|Ingress$/.test(object.kind)) continue
        const { code, stderr } = await asked([{ ...object, spec: { ...object.spec, gone: 1 } }])
        expect(stderr, object.kind).to.match(/unknown field "(spec\.)?gone"/)
        expect(code, object.kind).to.not.equal(0)
      }
  })
})
