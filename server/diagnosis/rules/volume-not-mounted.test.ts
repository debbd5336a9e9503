import { expect } from 'chai'
import { configMaps } from '../../kinds/configmaps/kind.ts'
import { events } from '../../kinds/events/kind.ts'
import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { podEvent, podFields, running, waiting } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const creating = (
  volume: object,
  scheduledAt = '2026-11-27T11:58:00Z',
  status: object = waiting('ContainerCreating'),
) =>
  podFields({
    phase: 'Pending',
    spec: { volumes: [{ name: 'v', ...volume }] },
    conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: scheduledAt }],
    containers: [{ status }],
  })
const settings = { configMap: { name: 'settings' } }
const mountFailed = (message: string) =>
  podEvent('FailedMount', `MountVolume.SetUp failed for volume "v" : ${message}`)
const clusterWith = (pod: object, event: object) =>
  new RuleCluster().add(pods, 'web-1', pod).add(events, 'e1', event)

describe('rule volume-not-mounted', () => {
  it('names the missing ConfigMap and the volume that needs it', () => {
    const [finding, ...others] = clusterWith(
      creating(settings),
      mountFailed('configmap "settings" not found'),
    ).findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'volume-not-mounted',
      title: 'ConfigMap settings does not exist',
    })
    expect(finding?.message).to.include('volume v cannot be mounted since 2026-11-27T11:30:00Z')
    expect(finding?.evidence[1]).to.deep.equal({
      source: 'spec',
      reference: 'Pod shop/web-1 spec.volumes[v]',
      text: 'configMap settings',
    })
  })

  it('takes the name of the object from the volume where the message names only the key', () => {
    const message = 'configmap references non-existent config key: prot'
    const [finding] = clusterWith(creating(settings), mountFailed(message))
      .add(configMaps, 'settings', { data: { port: '1' } })
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('key prot of ConfigMap settings does not exist')
    expect(finding?.hint).to.include('"port"')
  })

  it('shows the words of the kubelet for another failure', () => {
    const message = 'hostPath type check failed: /no/such/dir is not a directory'
    const [finding] = clusterWith(
      creating({ hostPath: { path: '/no/such/dir' } }),
      mountFailed(message),
    ).findings(pods, 'web-1')
    expect(finding?.title).to.equal('volume v cannot be mounted')
    expect(finding?.message).to.include(message)
  })

  it('names the volume of a claim that is attached to another node', () => {
    const event = podEvent(
      'FailedAttachVolume',
      'Multi-Attach error for volume "pvc-1" Volume is already used by pod(s) web-0',
    )
    const [finding] = clusterWith(creating({ persistentVolumeClaim: { claimName: 'data' } }), event)
      .add(persistentVolumeClaims, 'data', { spec: { volumeName: 'pvc-1' } })
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('volume v cannot be mounted')
    expect(finding?.hint).to.include('one node at a time')
  })

  it('waits for a minute', () => {
    const cluster = clusterWith(
      creating(settings, '2026-11-27T11:59:30Z'),
      mountFailed('configmap "settings" not found'),
    )
    expect(cluster.findings(pods, 'web-1')).to.deep.equal([])
    expect(cluster.dependencies(pods, 'web-1').recheckAt).to.equal(Date.parse('2026-11-27T12:00:30Z'))
  })

  it('does not match a Pod whose containers have been created', () => {
    const cluster = clusterWith(creating(settings, undefined, running()), mountFailed('timed out'))
    expect(cluster.findings(pods, 'web-1')).to.deep.equal([])
  })
})
