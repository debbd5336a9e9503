import { expect } from 'chai'
import { startDemoCluster, type DemoCluster } from '../../server/demo/cluster.ts'
import { rbacGroups, rightParts, type RbacGroup, type Right } from '../../server/kinds/rbac-table.ts'
import { clusterRoutes as routes } from '../../server/app/routes.ts'
import { call } from '../support/http.ts'
import { Kube, type KubeObject } from '../support/kube.ts'
import { serveCluster } from '../support/serve.ts'

const groups = Object.keys(rbacGroups) as RbacGroup[]
const rightsOf = (group: RbacGroup): readonly Right[] => rbacGroups[group]

interface Subject {
  deployment: KubeObject
  pod: KubeObject
  node: KubeObject
}

/** The rules of a Role that grants these rights. */
function rules(rights: readonly Right[]) {
  return rights
    .map(rightParts)
    .map(({ verb, apiGroup, resource }) => ({ verbs: [verb], apiGroups: [apiGroup], resources: [resource] }))
}

/** A Pod that does not change while Deployments around it are restarted. */
const lonePod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'subject', namespace: 'shop' },
  spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
}

describe('403: the set of routes a right decides, from the table', () => {
  let demo: DemoCluster
  let kube: Kube
  let subject: Subject

  before(async () => {
    demo = await startDemoCluster({ pace: 'fast' })
    kube = new Kube({ url: demo.url, token: demo.token })
    const first = async (path: string): Promise<KubeObject> => {
      const { items } = await kube.get<{ items: KubeObject[] }>(path)
      const running =
        items.find((one) => (one['status'] as { phase?: string }).phase === 'Running') ??
        items.find((one) => (one['spec'] as { paused?: boolean }).paused !== true)
      if (running === undefined) throw new Error(`nothing at ${path}`)
      return running
    }
    subject = {
      deployment: await first('/apis/apps/v1/namespaces/shop/deployments'),
      pod: demo.apply(lonePod),
      node: await first('/api/v1/nodes'),
    }
  })
  after(async () => {
    await kube.close()
    await demo.close()
  })

  function grant(name: string, rights: readonly Right[], namespaces: readonly string[] = []): string {
    const role = namespaces.length === 0 ? 'ClusterRole' : 'Role'
    const apiVersion = 'rbac.authorization.k8s.io/v1'
    for (const namespace of namespaces.length === 0 ? [undefined] : namespaces) {
      const metadata = { name, ...(namespace === undefined ? {} : { namespace }) }
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: role, name }
      demo.apply({ apiVersion, kind: role, metadata, rules: rules(rights) })
      demo.apply({
        apiVersion,
        kind: `${role}Binding`,
        metadata,
        roleRef,
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
      })
    }
    return demo.addToken({ username: name, groups: ['system:authenticated'] })
  }

  /** Calls each route once, with names that exist. */
  async function askAll(base: string) {
    const answers = []
    for (const route of routes) {
      const kind = route.path.split('/')[2]
      const object = kind === 'nodes' ? subject.node : kind === 'pods' ? subject.pod : subject.deployment
      const path = route.path.replace('{name}', object.metadata.name)
      const namespace = object.metadata.namespace ?? 'shop'
      // Restarting the Pod would remove the object that later calls name, so this route gets a name that does
      // not exist.
      const target = path.endsWith('/restart') && kind === 'pods' ? '/api/pods/no-such-pod/restart' : path
      const body = route.method === 'POST' ? { namespace } : undefined
      answers.push({
        route,
        answer: await call(
          base,
          route.method,
          `${target}?${kind === 'nodes' ? '' : `namespace=${namespace}`}`,
          body,
        ),
      })
    }
    return answers
  }

  const everything = groups.flatMap(rightsOf)

  for (const group of groups)
    it(`without rbac.groups.${group}: exactly the routes that need one of its rights`, async () => {
      const off = new Set(rightsOf(group))
      const token = grant(
        `without-${group}`,
        everything.filter((right) => !off.has(right)),
      )
      const service = await serveCluster(demo.url, token, { managedByChart: true })
      try {
        for (const { route, answer } of await askAll(`http://127.0.0.1:${service.port}`)) {
          const what = `${route.method} ${route.path}: ${answer.status} ${answer.text.slice(0, 300)}`
          if (route.partial) {
            const denied = route.access.some((right) => off.has(right) && !/nodes|replicasets/.test(right))
            expect([answer.status, answer.text.includes('event: forbidden')], what).to.deep.equal([
              200,
              denied,
            ])
            continue
          }
          if (!route.access.some((right) => off.has(right))) {
            expect([200, 404], what).to.include(answer.status)
            continue
          }
          // A Pod restart reads the Pod before it deletes it. The Pod does not exist, so only the read can be
          // denied here.
          if (answer.status === 404 && !off.has('get pods')) continue
          expect(answer.status, what).to.equal(403)
          expect(answer.json, what).to.deep.include({ code: 'FORBIDDEN', statusCode: 403 })
          expect(answer.json['error'], what).to.match(
            /is forbidden: User "without-\w+" cannot (get|list|patch|delete) resource "[a-z/]+" in API group "(apps)?" (in the namespace "shop"|at the cluster scope)$/,
          )
          expect(answer.json['missing'], what).to.have.nested.property(
            '[0].enabledBy',
            `rbac.groups.${group}`,
          )
          expect(answer.json['hint'], what).to.include(`set rbac.groups.${group}=true`)
        }
      } finally {
        await service.stop()
      }
    })

  it('in namespaces scope lists span what is granted, the rest is 403 that names the scope', async () => {
    const namespaces = ['payments', 'monitoring']
    const token = grant(
      'scoped',
      everything.filter((right) => !rightParts(right).clusterWide),
      namespaces,
    )
    const service = await serveCluster(demo.url, token, { managedByChart: true, settings: { namespaces } })
    const base = `http://127.0.0.1:${service.port}`
    try {
      const { json } = await call(base, 'GET', '/api/pods')
      const keys = (json['pods'] as { namespace: string; name: string }[]).map(
        (one) => `${one.namespace}/${one.name}`,
      )
      expect(new Set(keys.map((key) => key.split('/')[0]))).to.deep.equal(new Set(namespaces))
      expect(keys).to.deep.equal([...keys].sort())
      const seen: string[] = []
      let next = ''
      do {
        const page = await call(base, 'GET', `/api/pods?limit=2${next && `&continue=${next}`}`)
        seen.push(
          ...(page.json['pods'] as { namespace: string; name: string }[]).map(
            (one) => `${one.namespace}/${one.name}`,
          ),
        )
        next = typeof page.json['continue'] === 'string' ? page.json['continue'] : ''
      } while (next !== '')
      expect(seen).to.deep.equal(keys)
      for (const path of [
        '/api/pods?namespace=kube-system',
        '/api/nodes',
        `/api/nodes/${subject.node.metadata.name}`,
      ]) {
        const denied = await call(base, 'GET', path)
        expect(denied.status, path).to.equal(403)
        expect(denied.json['missing'], path).to.have.nested.property('[0].enabledBy', 'rbac.scope=cluster')
      }
    } finally {
      await service.stop()
    }
  })

  it('read only: restarts are 403 that name the switch, reads go on', async () => {
    const token = grant(
      'read-only',
      everything.filter((right) => !rightParts(right).write),
    )
    const service = await serveCluster(demo.url, token, {
      managedByChart: true,
      settings: { readOnly: true },
    })
    const base = `http://127.0.0.1:${service.port}`
    try {
      const { name, namespace } = subject.deployment.metadata
      const restart = await call(base, 'POST', `/api/deployments/${name}/restart`, { namespace })
      expect(restart.status).to.equal(403)
      expect(restart.json['missing']).to.deep.equal([
        {
          verb: 'patch',
          apiGroup: 'apps',
          resource: 'deployments',
          namespace,
          enabledBy: 'rbac.readOnly=false',
        },
      ])
      const pod = await call(base, 'POST', `/api/pods/${subject.pod.metadata.name}/restart`, {
        namespace: subject.pod.metadata.namespace,
      })
      expect(pod.json['missing']).to.have.nested.property('[0].enabledBy', 'rbac.readOnly=false')
      expect((await call(base, 'GET', '/api/pods')).status).to.equal(200)
    } finally {
      await service.stop()
    }
  })

  it('S12 a denied name is 403 whether or not it exists, from watched state and from the cluster', async () => {
    const token = grant('nobody', [])
    const service = await serveCluster(demo.url, token)
    const base = `http://127.0.0.1:${service.port}`
    try {
      const { name, namespace } = subject.pod.metadata
      for (const wish of [{}, { 'cache-control': 'no-cache' }])
        for (const [method, rest, body] of [
          ['GET', '', undefined],
          ['GET', '/events', undefined],
          ['GET', '/logs', undefined],
          ['POST', '/restart', { namespace }],
        ] as const) {
          const ask = (one: string) =>
            call(base, method, `/api/pods/${one}${rest}?namespace=${namespace}`, body, wish)
          const [there, absent] = [await ask(name), await ask('absent')]
          expect([there.status, absent.status], rest).to.deep.equal([403, 403])
          expect(absent.text).to.equal(there.text.replaceAll(name, 'absent'))
        }
    } finally {
      await service.stop()
    }
  })
})
