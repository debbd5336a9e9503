import { expect } from 'chai'
import { events } from '../../kinds/events/kind.ts'
import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { storageClasses } from '../../kinds/storageclasses/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const cluster = () =>
  new RuleCluster()
    .add(storageClasses, 'fast', { provisioner: 'example.com/disk' })
    .add(persistentVolumeClaims, 'data', {
      spec: { storageClassName: 'fast' },
      status: { phase: 'Pending' },
    })

const event = (reason: string, message: string, lastTimestamp: string) => ({
  involvedObject: { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'shop', uid: 'uid-data' },
  reason,
  message,
  firstTimestamp: '2026-11-27T11:01:00Z',
  lastTimestamp,
})

const failed = event('ProvisioningFailed', 'no volume plugin matched name: x', '2026-11-27T11:50:00Z')
const rulesOf = (one: RuleCluster) => one.findings(persistentVolumeClaims, 'data').map(({ rule }) => rule)

describe('rule provisioning-failed', () => {
  it('repeats the words of the provisioner, since its first failure', () => {
    const [finding] = cluster().add(events, 'data.1', failed).findings(persistentVolumeClaims, 'data')
    expect(finding).to.deep.include({ rule: 'provisioning-failed', since: '2026-11-27T11:01:00Z' })
    expect(finding?.evidence).to.deep.equal([
      {
        source: 'event',
        reference: 'PersistentVolumeClaim shop/data ProvisioningFailed',
        text: 'no volume plugin matched name: x',
      },
    ])
  })

  it('does not match once a later attempt has succeeded', () => {
    const succeeded = event('ProvisioningSucceeded', 'Successfully provisioned', '2026-11-27T11:55:00Z')
    expect(rulesOf(cluster().add(events, 'data.1', failed).add(events, 'data.2', succeeded))).to.deep.equal(
      [],
    )
  })

  it('leaves a class that does not exist to the rule storage-class-missing', () => {
    const message = 'storageclass.storage.k8s.io "gone" not found'
    const without = new RuleCluster()
      .add(persistentVolumeClaims, 'data', {
        spec: { storageClassName: 'gone' },
        status: { phase: 'Pending' },
      })
      .add(events, 'data.1', event('ProvisioningFailed', message, '2026-11-27T11:50:00Z'))
    expect(rulesOf(without)).to.deep.equal(['storage-class-missing'])
  })
})
