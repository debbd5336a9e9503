import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { call } from '../support/http.ts'
import { tokenOf } from './environment/identity.ts'
import { pod } from './environment/kubectl.ts'
import { output } from './environment/process.ts'
import { serveLocally, type LocalService } from './environment/serve.ts'
import { world } from './environment/world.ts'

interface Kubeconfig {
  clusters: { name: string; cluster: object }[]
  users: { name: string; user: object }[]
  contexts: { name: string; context: { cluster: string; user: string } }[]
  'current-context': string
}

const ADMIN = 'the-admin'
/** A context name as managed clusters use it. */
const RESTRICTED = 'arn:aws:eks:eu-west-1:000000000000:cluster/restricted'

describe('A kubeconfig of two contexts, served on this machine', () => {
  const { kubectl, root, folder, pause } = world()
  const namespace = `contexts-${randomBytes(3).toString('hex')}`
  const files = { admin: join(folder, 'admin-first'), restricted: join(folder, 'restricted-first') }
  const serve = ['node', 'server/main.ts', 'serve', '--port', '0', '--metrics-port', '0']
  const context = encodeURIComponent(RESTRICTED)
  let service: LocalService

  before(async () => {
    const subjects = [{ kind: 'ServiceAccount', name: 'reader', namespace }]
    const rbac = 'rbac.authorization.k8s.io'
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await kubectl.apply(
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'reader', namespace } },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'Role',
        metadata: { name: 'reader', namespace },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
      },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'RoleBinding',
        metadata: { name: 'reader', namespace },
        roleRef: { apiGroup: rbac, kind: 'Role', name: 'reader' },
        subjects,
      },
      pod(namespace, 'alone', { containers: [{ name: 'main', image: pause }] }),
    )
    const given = await kubectl.json<Kubeconfig>('config', 'view', '--raw', '--minify', '--flatten')
    const [cluster] = given.clusters
    const [user] = given.users
    if (cluster === undefined || user === undefined)
      throw new Error('the kubeconfig has no cluster or no user')
    const reader = { name: 'reader', user: { token: await tokenOf(kubectl, namespace, 'reader') } }
    const both = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [cluster],
      users: [user, reader],
      contexts: [
        { name: RESTRICTED, context: { cluster: cluster.name, user: 'reader' } },
        { name: ADMIN, context: { cluster: cluster.name, user: user.name } },
      ],
    }
    await writeFile(files.admin, JSON.stringify({ ...both, 'current-context': ADMIN }), { mode: 0o600 })
    await writeFile(files.restricted, JSON.stringify({ ...both, 'current-context': RESTRICTED }), {
      mode: 0o600,
    })
    service = await serveLocally(root, serve, { KUBECONFIG: files.admin })
  })
  after(async () => {
    await service.stop()
    await kubectl.remove('namespace', namespace)
  })

  const get = (path: string) => call(service.api, 'GET', path)

  it('serves both, and the current one where none is named', async () => {
    expect(service.contexts).to.have.members([ADMIN, RESTRICTED])
    expect((await get('/api/nodes')).status).to.equal(200)
    expect((await get(`/api/nodes?context=${ADMIN}`)).status).to.equal(200)
    expect((await get(`/api/nodes?context=${context}`)).status).to.equal(403)
  })

  it('applies the context to every call of a request', async () => {
    const { status, json } = await get(`/api/pods?namespace=${namespace}&context=${context}`)
    expect(status).to.equal(200)
    expect((json['pods'] as { name: string }[]).map(({ name }) => name)).to.deep.equal(['alone'])
    const answers = [
      await get(`/api/pods/alone/logs?namespace=${namespace}&context=${context}`),
      await get(`/api/pods/alone/events?namespace=${namespace}&context=${context}`),
      await call(service.api, 'POST', `/api/pods/alone/restart?context=${context}`, { namespace }),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([403, 403, 403])
    const lacked = answers.map(({ json }) => (json['missing'] as { verb: string; resource: string }[])[0])
    expect(lacked.map((one) => `${one?.verb} ${one?.resource}`)).to.deep.equal([
      'get pods/log',
      'list events',
      'delete pods',
    ])
    expect(await kubectl.text('get', 'pod', '-n', namespace, 'alone', '-o', 'name')).to.equal('pod/alone\n')
  })

  it('names the right that a context lacks, in the words of the cluster, and whose it is', async () => {
    const { status, json } = await get(`/api/pods?namespace=kube-system&context=${context}`)
    expect(status).to.equal(403)
    expect(json).to.deep.include({ code: 'FORBIDDEN', statusCode: 403 })
    const words = `pods is forbidden: User "system:serviceaccount:${namespace}:reader" cannot list resource "pods" in API group "" in the namespace "kube-system"`
    expect(json['error']).to.equal(words)
    expect(json['missing']).to.have.nested.property('[0].namespace', 'kube-system')
    expect(json['hint']).to.include(RESTRICTED)
    const all = await get(`/api/pods?context=${context}`)
    expect([all.status, all.json['error']]).to.satisfy(
      ([code, error]: [number, string]) => code === 403 && error.endsWith('at the cluster scope'),
    )
  })

  it('knows no other context, and sends nothing for one', async () => {
    const calls = async () => {
      const text = await (await fetch(`${service.operations}/metrics`)).text()
      return text.split('\n').filter((line) => line.startsWith('cluster_inspector_kube_requests_total'))
    }
    const before = await calls()
    for (const name of ['nope', 'restricted', `${RESTRICTED}/`, ''])
      for (const path of [
        `/api/pods?context=${encodeURIComponent(name)}`,
        '/api/nodes?context=../the-admin',
      ]) {
        const { status, json } = await get(path)
        expect([status, json['code']], path).to.deep.equal([400, 'BAD_REQUEST'])
      }
    expect(await calls()).to.deep.equal(before)
  })

  it('counts calls by context', async () => {
    const text = await (await fetch(`${service.operations}/metrics`)).text()
    for (const name of [ADMIN, RESTRICTED])
      expect(text).to.include(`cluster_inspector_kube_requests_total{context="${name}",verb="list"`)
  })

  for (const [how, command, file, nodes] of [
    ['another current context', serve, files.restricted, 403],
    ['--context over it', [...serve, '--context', ADMIN], files.restricted, 200],
    ['the restricted one by --context', [...serve, '--context', RESTRICTED], files.admin, 403],
  ] as const)
    it(`takes as default: ${how}`, async () => {
      const other = await serveLocally(root, command, { KUBECONFIG: file })
      try {
        expect((await call(other.api, 'GET', '/api/nodes')).status).to.equal(nodes)
      } finally {
        await other.stop()
      }
    })

  it("serves this kubeconfig by `make serve`'s own command", async () => {
    const recipe = await output('make', ['--no-print-directory', '--dry-run', 'serve'], { cwd: root })
    const command = recipe.trimEnd().split('\n').at(-1) ?? ''
    expect(command).to.include('serve')
    const env = { KUBECONFIG: files.admin, PORT: '0', METRICS_PORT: '0' }
    const made = await serveLocally(root, ['sh', '-c', `exec ${command.replace(/^@/, '')}`], env)
    try {
      const { status, json } = await call(made.api, 'GET', '/api/nodes')
      expect([status, (json['nodes'] as unknown[]).length]).to.deep.equal([
        200,
        (await kubectl.items('nodes')).length,
      ])
    } finally {
      await made.stop()
    }
  })
})
