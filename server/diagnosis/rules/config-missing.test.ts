import { expect } from 'chai'
import { configMaps } from '../../kinds/configmaps/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { secrets } from '../../kinds/secrets/kind.ts'
import { podFields, waiting } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const blocked = (message: string, spec: object = {}) =>
  podFields({
    phase: 'Pending',
    containers: [{ spec, status: waiting('CreateContainerConfigError', message) }],
  })
const port = { env: [{ name: 'PORT', valueFrom: { configMapKeyRef: { name: 'settings', key: 'prot' } } }] }

describe('rule config-missing', () => {
  it('names the missing ConfigMap and the field that needs it', () => {
    const spec = { envFrom: [{ configMapRef: { name: 'settings' } }] }
    const [finding, ...others] = new RuleCluster()
      .add(pods, 'web-1', blocked('configmap "settings" not found', spec))
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({ rule: 'config-missing', title: 'ConfigMap settings does not exist' })
    expect(finding?.evidence.map(({ reference }) => reference)).to.deep.equal([
      'Pod shop/web-1 status.containerStatuses[app].state.waiting',
      'Pod shop/web-1 spec.containers[app].envFrom',
    ])
  })

  it('suggests the key that a missing one is probably a misspelling of', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', blocked("couldn't find key prot in ConfigMap shop/settings", port))
      .add(configMaps, 'settings', { data: { port: '8080' } })
      .findings(pods, 'web-1')
    expect(finding).to.deep.include({ title: 'key prot of ConfigMap settings does not exist' })
    expect(finding?.message).to.include('which env[PORT] of the container needs')
    expect(finding?.hint).to.include('existing key "port"')
  })

  it('suggests the Secret that a missing one is probably a misspelling of', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', blocked('secret "databse" not found'))
      .add(secrets, 'database', { data: { password: 'aHVudGVyMg==' } })
      .findings(pods, 'web-1')
    expect(finding?.hint).to.include('existing Secret "database"')
  })

  it('names the missing object where Secrets may not be read', () => {
    const cluster = new RuleCluster({ denied: [secrets] }).add(
      pods,
      'web-1',
      blocked("couldn't find key tokn in Secret shop/database"),
    )
    const [finding] = cluster.findings(pods, 'web-1')
    expect(finding?.title).to.equal('key tokn of Secret database does not exist')
    expect(cluster.dependencies(pods, 'web-1').unavailable.map(({ kind }) => kind.plural)).to.include(
      'secrets',
    )
  })

  it('names the first container whose error is about an object', () => {
    const other = 'container has runAsNonRoot and image will run as root'
    const pod = podFields({
      containers: [
        { name: 'root', status: waiting('CreateContainerConfigError', other) },
        { status: waiting('CreateContainerConfigError', 'configmap "settings" not found') },
      ],
    })
    const [finding] = new RuleCluster().add(pods, 'web-1', pod).findings(pods, 'web-1')
    expect(finding?.message).to.match(/^Container "app" cannot start/)
  })

  it('does not match another error of the configuration', () => {
    const message = 'container has runAsNonRoot and image will run as root'
    expect(new RuleCluster().add(pods, 'web-1', blocked(message)).findings(pods, 'web-1')).to.deep.equal([])
  })
})
