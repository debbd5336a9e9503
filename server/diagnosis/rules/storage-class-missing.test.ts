import { expect } from 'chai'
import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { storageClasses } from '../../kinds/storageclasses/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const pending = (spec: object = {}) => ({ spec, status: { phase: 'Pending' } })
const provisioner = 'example.com/disk'
const standard = {
  metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner,
}

const findings = (cluster: RuleCluster) => cluster.findings(persistentVolumeClaims, 'data')

describe('rule storage-class-missing', () => {
  it('names the class that does not exist, and one with a similar name', () => {
    const cluster = new RuleCluster()
      .add(storageClasses, 'standard', standard)
      .add(persistentVolumeClaims, 'data', pending({ storageClassName: 'standrad' }))
    const [finding, ...others] = findings(cluster)
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'storage-class-missing',
      title: 'StorageClass "standrad" does not exist',
      hint: 'The StorageClass "standard" has a similar name: create a new claim with it.',
      group: 'standrad',
    })
  })

  it('reports a claim without a class where no class is the default', () => {
    const cluster = new RuleCluster()
      .add(storageClasses, 'slow', { provisioner })
      .add(persistentVolumeClaims, 'data', pending())
    expect(findings(cluster).map(({ title }) => title)).to.deep.equal(['no default StorageClass'])
  })

  it('does not match a claim that waits for a volume of an existing class, of the default or of none', () => {
    for (const spec of [{ storageClassName: 'standard' }, {}, { storageClassName: '' }]) {
      const cluster = new RuleCluster()
        .add(storageClasses, 'standard', standard)
        .add(persistentVolumeClaims, 'data', pending(spec))
      expect(findings(cluster), JSON.stringify(spec)).to.deep.equal([])
    }
  })

  it('does not guess whether there is a default where StorageClasses may not be read', () => {
    const cluster = new RuleCluster({ denied: [storageClasses] }).add(
      persistentVolumeClaims,
      'data',
      pending(),
    )
    expect(findings(cluster)).to.deep.equal([])
    expect(cluster.dependencies(persistentVolumeClaims, 'data').unavailable).to.have.lengthOf(1)
  })

  it('reads nothing for a claim that is bound', () => {
    const cluster = new RuleCluster().add(persistentVolumeClaims, 'data', {
      spec: { storageClassName: 'gone' },
      status: { phase: 'Bound' },
    })
    expect([...cluster.dependencies(persistentVolumeClaims, 'data').keys]).to.deep.equal([])
  })
})
