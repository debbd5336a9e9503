import { expect } from 'chai'
import { findType, groupVersionsOf, typesOfAggregated, typesOfResourceList } from './served-types.ts'

const resource = (name: string, kind: string, fields: object = {}) => ({
  resource: name,
  responseKind: { group: '', version: '', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs: ['get', 'list'],
  ...fields,
})
const group = (name: string, ...versions: object[]) => ({ metadata: name === '' ? {} : { name }, versions })
const version = (name: string, ...resources: object[]) => ({ version: name, freshness: 'Current', resources })
const document = (...items: unknown[]) => ({ kind: 'APIGroupDiscoveryList', items })

const { types } = typesOfAggregated(
  document(
    group(
      '',
      version(
        'v1',
        resource('pods', 'Pod', { shortNames: ['po'] }),
        resource('events', 'Event', { shortNames: ['ev'] }),
      ),
    ),
    group('apps', version('v1', resource('deployments', 'Deployment', { shortNames: ['deploy'] }))),
    group('events.k8s.io', version('v1', resource('events', 'Event', { shortNames: ['ev'] }))),
    group(
      'shop.example.com',
      version('v2', resource('baskets', 'Basket', { shortNames: ['po', 'bk'] })),
      version('v1beta1', resource('baskets', 'Basket'), resource('deploy', 'Deploy')),
    ),
  ),
) ?? { types: [] }

describe('a type by its name', () => {
  const cases = {
    pods: 'v1 pods',
    Pod: 'v1 pods',
    PO: 'v1 pods',
    events: 'v1 events',
    'events.events.k8s.io': 'v1 events.events.k8s.io',
    'events.v1.events.k8s.io': 'v1 events.events.k8s.io',
    'deployments.apps': 'v1 deployments.apps',
    'deployments.v1.apps': 'v1 deployments.apps',
    Deployment: 'v1 deployments.apps',
    bk: 'v2 baskets.shop.example.com',
    'baskets.shop': 'v2 baskets.shop.example.com',
    'baskets.v1beta1.shop.example.com': 'v1beta1 baskets.shop.example.com',
    // A plural or singular comes before the short name of another type.
    deploy: 'v1beta1 deploy.shop.example.com',
    'pods.apps': undefined,
    'baskets.v3.shop.example.com': undefined,
    nothing: undefined,
    '': undefined,
  }
  for (const [name, expected] of Object.entries(cases))
    it(`resolves "${name}" to ${expected ?? 'nothing'}`, () => {
      const found = findType(types, name)
      const { plural, apiGroup } = found ?? {}
      const qualified = apiGroup === '' ? plural : `${plural}.${apiGroup}`
      expect(found && `${found.version} ${qualified}`).to.equal(expected)
    })
})

describe('the documents of discovery', () => {
  it('name the groups whose API does not answer', () => {
    const stale = { version: 'v1beta1', freshness: 'Stale', resources: [] }
    expect(typesOfAggregated(document(group('metrics.k8s.io', stale)))).to.deep.equal({
      types: [],
      failedGroups: ['metrics.k8s.io'],
    })
  })

  it('omits malformed documents of discovery: their names are used in paths', () => {
    const bad = [
      null,
      'x',
      { metadata: { name: '../x' }, versions: [version('v1', resource('pods', 'Pod'))] },
      group('apps', version('../v1', resource('pods', 'Pod'))),
      group(
        'apps',
        version('v1', resource('pods/log', 'Pod'), resource('a b', 'Pod'), resource('pods', '<b>')),
      ),
      group('apps', version('v1', { resource: 'pods' })),
    ]
    for (const one of bad)
      expect(typesOfAggregated(document(one))?.types, JSON.stringify(one)).to.deep.equal([])
    expect(typesOfAggregated({ kind: 'APIVersions', versions: ['v1'] })).to.equal(undefined)
    expect(
      groupVersionsOf({
        groups: [
          { name: 'a/b', versions: [{ version: 'v1' }] },
          { name: 'a', versions: [{ version: '..' }] },
        ],
      }),
    ).to.deep.equal([])
  })

  it('convert those of an older server: a list of groups, and a list per version, the preferred one first', () => {
    const groups = [
      {
        name: 'apps',
        versions: [{ version: 'v1beta1' }, { version: 'v1' }],
        preferredVersion: { version: 'v1' },
      },
    ]
    expect(groupVersionsOf({ kind: 'APIGroupList', groups })).to.deep.equal([
      { apiGroup: 'apps', version: 'v1' },
      { apiGroup: 'apps', version: 'v1beta1' },
    ])
    const list = {
      kind: 'APIResourceList',
      resources: [
        {
          name: 'deployments',
          singularName: 'deployment',
          namespaced: true,
          kind: 'Deployment',
          verbs: ['get'],
          shortNames: ['deploy'],
        },
        { name: 'deployments/scale', singularName: '', namespaced: true, kind: 'Scale', verbs: ['get'] },
      ],
    }
    expect(typesOfResourceList(list, 'apps', 'v1')).to.deep.equal([
      {
        apiGroup: 'apps',
        version: 'v1',
        kind: 'Deployment',
        plural: 'deployments',
        singular: 'deployment',
        namespaced: true,
        verbs: ['get'],
        shortNames: ['deploy'],
      },
    ])
  })
})
