import { expect } from 'chai'
import { RuleCluster } from '../testing/rule-cluster.ts'
import { customKind, customResourceRule } from './custom-resources.ts'

const certificates = customKind({
  apiGroup: 'cert-manager.io',
  version: 'v1',
  kind: 'Certificate',
  plural: 'certificates',
  singular: 'certificate',
  shortNames: ['cert'],
  namespaced: true,
  verbs: ['list', 'watch'],
})
const rules = [customResourceRule(certificates)]
const condition = (type: string, status: string, lastTransitionTime = '2026-11-27T11:30:00Z') => ({
  type,
  status,
  reason: 'DoesNotExist',
  message: 'Issuing certificate as Secret does not exist',
  lastTransitionTime,
})
const find = (fields: object) =>
  new RuleCluster({ rules }).add(certificates, 'web', { ...fields }).findings(certificates, 'web')

describe('rule custom-resource-not-ready', () => {
  it('repeats the words of the controller', () => {
    const [finding] = find({
      status: { conditions: [condition('Issuing', 'True'), condition('Ready', 'False')] },
    })
    expect(finding).to.deep.include({
      id: 'custom-resource-not-ready/Certificate/shop/web',
      title: 'Ready is False: DoesNotExist',
      since: '2026-11-27T11:30:00Z',
    })
    expect(finding?.message).to.include('Issuing certificate as Secret does not exist')
    expect(finding?.evidence).to.have.length(1)
  })

  it('names every condition that says that something is wrong', () => {
    const conditions = [condition('Stalled', 'True'), condition('Degraded', 'True')]
    expect(find({ status: { conditions } })[0]?.evidence).to.have.length(2)
  })

  const healthy: [string, object][] = [
    ['an object without a status', {}],
    [
      'an object that is ready',
      { status: { conditions: [condition('Ready', 'True'), condition('Stalled', 'False')] } },
    ],
    [
      'an object whose controller does not know yet',
      { status: { conditions: [condition('Ready', 'Unknown')] } },
    ],
    [
      'an object that has been reconciled for less than a minute',
      { status: { conditions: [condition('Ready', 'False', '2026-11-27T11:59:30Z')] } },
    ],
    [
      'an object that is being deleted',
      {
        metadata: { deletionTimestamp: '2026-11-27T11:59:00Z' },
        status: { conditions: [condition('Ready', 'False')] },
      },
    ],
  ]
  for (const [what, fields] of healthy)
    it(`finds nothing wrong with ${what}`, () => expect(find(fields)).to.deep.equal([]))

  it('does not keep specs, which may hold credentials', () => {
    const source = new RuleCluster({
      rules: [
        {
          ...customResourceRule(certificates),
          find: (object: object) => ({
            title: JSON.stringify(object),
            message: '',
            evidence: [],
            confidence: 1,
          }),
        },
      ],
    }).add(certificates, 'web', {
      metadata: { annotations: { note: 'hunter2' } },
      spec: { key: 'hunter2' },
      data: { key: 'hunter2' },
    })
    expect(source.findings(certificates, 'web')[0]?.title).to.include('uid-web').and.not.include('hunter2')
  })
})
