import { expect } from 'chai'
import { rightParts } from '../server/kinds/rbac-table.ts'
import { operatorRights } from '../server/operator/rights.ts'
import { CHART, helm, render } from './helm.ts'
import * as chart from './rendering.ts'

const FOLDER = '/var/run/cluster-inspector'
const IDENTITY = '/var/run/secrets/kubernetes.io/serviceaccount'
const NAMESPACES = ['--set=rbac.scope=namespaces', '--set=rbac.namespaces={shop}']

/** Renders the chart with a short release name, so that expected names are readable. */
async function rendered(...args: string[]): Promise<chart.KubeObject[]> {
  return chart.parseObjects(await render('inspector', CHART, '--namespace', chart.NAMESPACE, ...args))
}

/** Returns the rights of the operator's Role, with the names they are limited to. */
function granted(objects: readonly chart.KubeObject[]): string[] {
  const rules = chart.only(objects.filter(chart.isOperators), 'Role').rules ?? []
  return rules.flatMap(
    ({ apiGroups: [group] = [], resources: [resource] = [], verbs, resourceNames = ['*'] }) =>
      verbs.map((verb) => `${verb} ${resource} of "${group}" named ${resourceNames.join()}`),
  )
}

/** Returns the rights of the table in the same notation. */
function listed(forClusterContexts: boolean): string[] {
  const names = {
    lease: 'inspector-cluster-inspector-operator',
    'server-account': 'inspector-cluster-inspector-server',
    'seal-secret': 'inspector-cluster-inspector-seal',
  }
  return operatorRights
    .filter((one) => forClusterContexts || one.forClusterContexts !== true)
    .map(({ right, named }) => {
      const { verb, resource, apiGroup } = rightParts(right)
      return `${verb} ${resource} of "${apiGroup}" named ${named === undefined ? '*' : names[named]}`
    })
}

const kinds = (objects: readonly chart.KubeObject[]): string[] =>
  objects.filter(chart.isOperators).map(({ kind }) => kind)

describe('chart, operator', function () {
  this.timeout(60_000)
  before(function () {
    return chart.needsHelm(this)
  })

  it('has what is its own, and in scope namespaces nothing that is for ClusterContexts', async () => {
    const always = ['ServiceAccount', 'Secret', 'Secret', 'Role', 'RoleBinding']
    expect(kinds(await rendered())).to.have.members([...always, 'CustomResourceDefinition', 'Lease'])
    expect(kinds(await rendered(...NAMESPACES))).to.have.members(always)
    expect(kinds(await rendered('--set=operator.enabled=false'))).to.deep.equal([])
    expect(kinds(await rendered('--set=crds.install=false'))).to.have.members([...always, 'Lease'])
  })

  it('may do what is in its list, each once and in its own namespace, and nothing else', async () => {
    const objects = await rendered()
    expect(granted(objects)).to.have.members(listed(true))
    expect(granted(await rendered(...NAMESPACES))).to.have.members(listed(false))
    const own = objects.filter(chart.isOperators)
    const role = chart.only(own, 'Role').metadata
    expect(role.namespace).to.equal(chart.NAMESPACE)
    expect(chart.only(own, 'RoleBinding')).to.deep.include({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role.name },
      subjects: [
        { kind: 'ServiceAccount', name: 'inspector-cluster-inspector-operator', namespace: chart.NAMESPACE },
      ],
    })
    expect(kinds(await rendered('--set=rbac.create=false'))).not.to.include.oneOf(['Role', 'RoleBinding'])
  })

  it('makes tokens for the account of the server, whatever that is called', async () => {
    const objects = await rendered('--set=serviceAccount.name=watcher')
    expect(granted(objects)).to.include('create serviceaccounts/token of "" named watcher')
    expect(chart.operatorContainer(objects)?.args).to.include('--server-account=watcher')
  })

  it('passes the names of existing objects to the operator', async () => {
    const objects = await rendered('--set=operator.serviceAccount.name=keeper')
    const own = objects.filter(chart.isOperators)
    const args = chart.operatorContainer(objects)?.args ?? []
    const empty = own.filter(({ kind }) => ['Secret', 'Lease'].includes(kind))
    const secrets = empty.map(({ metadata }) => metadata.name)
    expect(args).to.include.members([
      `--token-anchor=${secrets.find((name) => name.endsWith('-token-anchor'))}`,
      `--seal-secret=${secrets.find((name) => name.endsWith('-seal'))}`,
      `--lease=${chart.only(own, 'Lease').metadata.name}`,
    ])
    expect(args).not.to.include('--secrets-alone')
    expect(chart.only(own, 'ServiceAccount').metadata.name).to.equal('keeper')
    expect(chart.serverPod(objects).serviceAccountName).to.equal('keeper')
    expect(empty).to.have.length(3)
    for (const object of empty) expect(object, object.metadata.name).not.to.have.any.keys('data', 'spec')
  })

  it('follows Secrets alone in scope namespaces, and takes what the values allow', async () => {
    const alone = chart.operatorContainer(await rendered(...NAMESPACES))?.args ?? []
    expect(alone).to.include('--secrets-alone')
    expect(alone.join(' ')).not.to.match(/--lease|--allow|--context=/)
    const args = chart.operatorContainer(
      await rendered(
        '--set=operator.allow.insecureTls=true',
        '--set=operator.allow.servers={*.example.com,10.0.0.1}',
        '--set=config.context=eu/1: one',
        '--set=config.logLevel=debug',
      ),
    )?.args
    expect(args).to.include.members([
      '--allow-insecure-tls',
      '--allow-servers=*.example.com,10.0.0.1',
      '--context=eu/1: one',
      '--log-level=debug',
    ])
  })

  it('hands over in memory, to a server that cannot write there', async () => {
    const objects = await rendered()
    const { volumes } = chart.serverPod(objects)
    expect(volumes?.find(({ name }) => name === 'handover')).to.deep.equal({
      name: 'handover',
      emptyDir: { medium: 'Memory', sizeLimit: '16Mi' },
    })
    const mount = (container: ReturnType<typeof chart.operatorContainer>) =>
      container?.volumeMounts?.find(({ name }) => name === 'handover')
    expect(mount(chart.serverContainer(objects))).to.include({ mountPath: FOLDER, readOnly: true })
    expect(mount(chart.operatorContainer(objects))).to.deep.equal({ name: 'handover', mountPath: FOLDER })
    expect(chart.serverConfig(objects)).to.include({
      contextsFile: `${FOLDER}/contexts.json`,
      serviceAccount: FOLDER,
    })
    const operator = chart.operatorContainer(objects)
    expect(operator?.args).to.include.members([
      `--contexts-file=${FOLDER}/contexts.json`,
      `--token-folder=${FOLDER}`,
    ])
    expect(operator?.env?.[0]?.value).to.include(` --allow-fs-write=${FOLDER} `)
  })

  it('has its identity to itself: the server sees no token but the one it is handed', async () => {
    const objects = await rendered()
    const { automountServiceAccountToken, containers, volumes = [] } = chart.serverPod(objects)
    expect(automountServiceAccountToken).to.equal(false)
    const projected = volumes.filter((volume) => volume.projected !== undefined)
    expect(projected.map(({ name }) => name)).to.deep.equal(['operator-identity'])
    expect(projected[0]?.projected?.sources?.map((source) => Object.keys(source)[0])).to.deep.equal([
      'serviceAccountToken',
      'configMap',
      'downwardAPI',
    ])
    for (const { volumeMounts = [] } of containers)
      expect(volumeMounts.map(({ name }) => name)).not.to.include('operator-identity')
    expect(chart.operatorContainer(objects)?.volumeMounts).to.deep.include({
      name: 'operator-identity',
      mountPath: IDENTITY,
      readOnly: true,
    })
  })

  it('runs the operator as a sidecar that starts before the server and ends after it', async () => {
    const operator = chart.operatorContainer(await rendered())
    expect(operator?.restartPolicy).to.equal('Always')
    expect(operator?.startupProbe?.httpGet).to.deep.equal({ path: '/readyz', port: 'operator' })
    expect(operator?.livenessProbe?.httpGet).to.deep.equal({ path: '/healthz', port: 'operator' })
    expect(operator?.readinessProbe).to.equal(undefined)
    expect(operator?.ports).to.deep.equal([{ name: 'operator', containerPort: 9092, protocol: 'TCP' }])
    expect(operator?.args).to.include('--metrics-port=9092')
  })

  it('gives way to NODE_OPTIONS of the values: no variable is there twice', async () => {
    const set = ['--set=operator.extraEnv[0].name=NODE_OPTIONS', '--set=operator.extraEnv[0].value=']
    expect(chart.operatorContainer(await rendered(...set))?.env).to.deep.equal([
      { name: 'NODE_OPTIONS', value: '' },
    ])
  })

  it('runs the Pod under the account of the server if the operator is disabled', async () => {
    const objects = await rendered('--set=operator.enabled=false')
    const pod = chart.serverPod(objects)
    expect(pod).to.include({
      serviceAccountName: 'inspector-cluster-inspector-server',
      automountServiceAccountToken: true,
    })
    expect(pod).not.to.have.any.keys('initContainers')
    expect(pod.volumes?.map(({ name }) => name)).to.deep.equal(['config', 'tmp'])
    expect(chart.serverConfig(objects)).not.to.have.any.keys('contextsFile', 'serviceAccount')
  })

  it('omits the Secret for seal keys if one is named, and does not change that', async () => {
    const objects = await rendered('--set=seal.existingSecret=keys')
    const names = objects.map(({ metadata }) => metadata.name)
    expect(names).to.include('inspector-cluster-inspector-token-anchor')
    expect(names).not.to.include('inspector-cluster-inspector-seal')
    expect(chart.operatorContainer(objects)?.args?.join()).not.to.include('--seal-secret')
  })

  it('keeps the kind of its contexts at an uninstall, unless told otherwise', async () => {
    const policy = async (...args: string[]): Promise<string | undefined> =>
      chart.only((await rendered(...args)).filter(chart.isOperators), 'CustomResourceDefinition').metadata
        .annotations?.['helm.sh/resource-policy']
    expect(await policy()).to.equal('keep')
    expect(await policy('--set=crds.keep=false')).to.equal(undefined)
  })

  it('says who has to grant its rights where the chart does not', async () => {
    const args = ['install', 'inspector', CHART, '--dry-run=client', '--set=rbac.create=false']
    const { stdout, stderr } = await helm(...args)
    expect(stdout + stderr).to.match(/Grant inspector-cluster-inspector-operator its permissions/)
  })
})
