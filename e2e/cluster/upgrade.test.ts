import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { until } from '../support/until.ts'
import { output } from './environment/process.ts'
import { world } from './environment/world.ts'

const RELEASE = 'older'
const NAME = `${RELEASE}-cluster-inspector`
const WAIT = ['--wait', '--timeout', '180s']
const GONE_WITHIN_MS = 110_000

/** Packaged charts of earlier releases; the first has no operator. */
const RELEASES = [
  { version: '0.1.0', sidecars: undefined, set: [] },
  // The suite's own release has the CustomResourceDefinition.
  { version: '0.2.0', sidecars: 1, set: ['--set', 'crds.install=false'] },
] as const

for (const { version, sidecars: first, set } of RELEASES)
  describe(`helm upgrade from ${version}, with the values of that release`, function () {
    this.timeout(240_000)
    const { kubectl, root, image } = world()
    const namespace = `upgrade-${randomBytes(3).toString('hex')}`
    const labels = `app.kubernetes.io/instance=${RELEASE}`
    const chart = join(root, 'chart')

    before(async () => {
      await kubectl.apply({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
      })
      const colon = image.lastIndexOf(':')
      const old = join(root, 'e2e', 'fixtures', `cluster-inspector-${version}.tgz`)
      const at = [
        '--set',
        `image.repository=${image.slice(0, colon)}`,
        '--set',
        `image.tag=${image.slice(colon + 1)}`,
      ]
      await helm('install', RELEASE, old, ...at, ...set, '--set', 'config.rateLimit=1234', ...WAIT)
    })
    after(async () => {
      await helm('uninstall', RELEASE, '--ignore-not-found')
      await kubectl.remove('namespace', namespace)
    })

    async function helm(...args: string[]): Promise<string> {
      return output('helm', [...args, '--namespace', namespace, '--kubeconfig', kubectl.kubeconfig])
    }

    /** Waits until exactly one Pod is left and returns it. */
    async function pod(): Promise<Pod> {
      return until(
        'one Pod',
        async () => {
          const pods = await kubectl.items<Pod>('pods', '-n', namespace, '-l', labels)
          return pods.length === 1 ? pods[0] : undefined
        },
        GONE_WITHIN_MS,
      )
    }

    /** Calls the API from within the service's Pod and returns the statuses. */
    async function statuses(...paths: string[]): Promise<number[]> {
      const { metadata } = await pod()
      const script = `Promise.all(${JSON.stringify(paths)}.map((path) => fetch('http://127.0.0.1:8080' + path)))
      .then((answers) => console.log(JSON.stringify(answers.map(({ status }) => status))))`
      const exec = ['exec', '-n', namespace, metadata.name, '-c', 'server', '--', 'node', '-e', script]
      return JSON.parse(await kubectl.text(...exec)) as number[]
    }

    const READS = ['/api/pods', '/api/nodes', '/api/deployments?namespace=kube-system']
    const sidecarCount = async () => {
      const containers = Reflect.get((await pod()).spec ?? {}, 'initContainers') as unknown[] | undefined
      return containers?.length
    }
    const rateLimit = async () => {
      const map = `configmap/${NAME}-config`
      const { data } = await kubectl.json<{ data: Record<string, string> }>('get', map, '-n', namespace)
      return (JSON.parse(data['config.json'] ?? '{}') as { rateLimit?: number }).rateLimit
    }

    it('begins with one that answers', async () => {
      expect(await statuses(...READS)).to.deep.equal([200, 200, 200])
      expect(await sidecarCount()).to.equal(first)
    })

    it('adds the operator, keeps what was set, and answers', async () => {
      // The suite's own release has installed the CustomResourceDefinition.
      await helm('upgrade', RELEASE, chart, '--reuse-values', '--set', 'crds.install=false', ...WAIT)
      expect(await statuses(...READS, '/api/contexts')).to.deep.equal([200, 200, 200, 200])
      expect(await sidecarCount()).to.equal(1)
      expect(await rateLimit()).to.equal(1234)
      const as = `--as=system:serviceaccount:${namespace}:${NAME}-server`
      const secrets = await kubectl.try('auth', 'can-i', 'list', 'secrets', '-n', namespace, as)
      expect(secrets.stdout.toString().trim()).to.equal('no')
    })

    it('can be taken back, and answers', async () => {
      await helm('rollback', RELEASE, '1', ...WAIT)
      expect(await statuses(...READS)).to.deep.equal([200, 200, 200])
      expect(await sidecarCount()).to.equal(first)
      expect(await rateLimit()).to.equal(1234)
    })

    it('can be done again, and leaves nothing when it is uninstalled', async () => {
      await helm('upgrade', RELEASE, chart, '--reuse-values', '--set', 'crds.install=false', ...WAIT)
      expect(await statuses(...READS)).to.deep.equal([200, 200, 200])
      await helm('uninstall', RELEASE, ...WAIT)
      const kinds = [
        'deployments,replicasets,pods,services,configmaps,secrets,serviceaccounts,leases',
        'roles,rolebindings,clusterroles,clusterrolebindings,customresourcedefinitions,networkpolicies',
      ].join()
      const left = await until(
        'nothing to be left',
        async () => {
          const names = await kubectl.text('get', kinds, '-A', '-l', labels, '-o', 'name')
          return names.trim() === '' ? names.trim() : undefined
        },
        GONE_WITHIN_MS,
      )
      expect(left).to.equal('')
      const records = await kubectl.text('get', 'secrets', '-n', namespace, '-l', 'owner=helm', '-o', 'name')
      expect(records).to.equal('')
    })
  })
