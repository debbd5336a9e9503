import { expect } from 'chai'
import {
  rbacGroupEntries,
  rbacGroups,
  rightParts,
  type RbacGroup,
  type Right,
} from '../server/kinds/rbac-table.ts'
import { ownRights } from '../server/app/own-rights.ts'
import { CHART, render } from './helm.ts'
import * as chart from './rendering.ts'
import { groupNames } from './rights.ts'
import { readSchema } from './schema.ts'

const every: Right[] = groupNames.flatMap((group) => [...rbacGroups[group]])
/** The rights that the chart grants by default. */
const byDefault: Right[] = rbacGroupEntries
  .filter(({ enabled }) => enabled)
  .flatMap(({ rights }) => [...rights])
const rightsOf = (group: RbacGroup): Right[] => [...rbacGroups[group]]
const isWrite = (right: Right): boolean => rightParts(right).write
const isClusterWide = (right: Right): boolean => rightParts(right).clusterWide

/** Returns the `--set` arguments that switch each group on or off. */
function groups(on: (group: RbacGroup) => boolean): string[] {
  return groupNames.map((group) => `--set=rbac.groups.${group}=${String(on(group))}`)
}

const namespaced = (...names: string[]): string[] => [
  '--set=rbac.scope=namespaces',
  `--set=rbac.namespaces={${names.join(',')}}`,
]

type RoleKind = 'ClusterRole' | 'Role'

/**
 * Returns the rights granted by roles of a kind, each as often as it is granted, in the notation of the
 * table.
 */
function granted(objects: readonly chart.KubeObject[], kind: RoleKind): string[] {
  return rightsIn(chart.all(objects.filter(isServers), kind))
}

function rightsIn(roles: readonly chart.Kinds[RoleKind][]): string[] {
  return roles
    .flatMap(({ rules = [] }) => rules)
    .flatMap(({ apiGroups = [], resources = [], verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => {
          const [plural, subresource] = resource.split('/')
          const qualified = `${plural}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`
          return verbs.map((verb) => `${verb} ${qualified}`)
        }),
      ),
    )
}

const kinds = (objects: readonly chart.KubeObject[]): string[] =>
  objects
    .filter(isServers)
    .map(({ kind }) => kind)
    .filter((kind) => /Role/.test(kind))

/** The operator's rights are tested in operator.test.ts; those for the own objects of the service are apart. */
function isServers(object: chart.KubeObject): boolean {
  return !chart.isOperators(object) && !isOwn(object)
}

function isOwn({ metadata: { name } }: chart.KubeObject): boolean {
  return name.endsWith('-own')
}

describe('chart, rights', function () {
  this.timeout(60_000)
  before(function () {
    return chart.needsHelm(this)
  })

  it('has a value for each group of the table, and no other', () => {
    const values = readSchema().properties?.['rbac']?.properties?.['groups']?.properties
    expect(Object.keys(values ?? {})).to.deep.equal(groupNames)
  })

  it('grants every right of the table once, but those of the groups that are off by default, and nothing else', async () => {
    const objects = await chart.renderObjects()
    expect(granted(objects, 'ClusterRole')).to.have.members(byDefault)
    expect(every.filter((right) => !byDefault.includes(right))).to.deep.equal(rightsOf('secrets'))
    expect(new Set(every).size).to.equal(every.length)
    expect(kinds(objects)).to.deep.equal(['ClusterRole', 'ClusterRoleBinding'])
  })

  for (const group of groupNames) {
    it(`grants the rights of ${group} by rbac.groups.${group} alone`, async () => {
      const [on, off] = await Promise.all([
        chart.renderObjects(...groups((one) => one === group)),
        chart.renderObjects(...groups((one) => one !== group)),
      ])
      expect(granted(on, 'ClusterRole')).to.have.members(rightsOf(group))
      expect(granted(off, 'ClusterRole')).to.have.members(
        every.filter((right) => !rightsOf(group).includes(right)),
      )
    })
  }

  it('grants the rights for its own objects in its namespace, whatever else is granted', async () => {
    for (const sets of [[], ['--set=rbac.readOnly=true', ...groups(() => false)], namespaced('shop')]) {
      const objects = (await chart.renderObjects(...sets)).filter(isOwn)
      expect(objects.map(({ kind, metadata }) => [kind, metadata.namespace])).to.deep.equal([
        ['Role', chart.NAMESPACE],
        ['RoleBinding', chart.NAMESPACE],
      ])
      const roles = chart.all(objects, 'Role')
      expect(rightsIn(roles)).to.deep.equal(ownRights.map(({ right }) => right))
      const named = roles.flatMap(({ rules = [] }) => rules.filter(({ resourceNames }) => resourceNames))
      expect(named.map(({ resourceNames, verbs }) => [resourceNames, verbs])).to.deep.equal([
        [roles.map(({ metadata }) => metadata?.name?.replace(/own$/, 'notifier')), ['get', 'update']],
      ])
    }
    expect((await chart.renderObjects('--set=rbac.create=false')).filter(isOwn)).to.deep.equal([])
  })

  it('grants to ask whose tokens are only where tokens are taken, and cluster-wide whatever the scope', async () => {
    const review = (objects: readonly chart.KubeObject[]) =>
      granted(objects, 'ClusterRole').filter((right) => !every.includes(right as Right))
    expect(review(await chart.renderObjects())).to.deep.equal([])
    const on = '--set=auth.tokenReview.enabled=true'
    for (const scope of [[], namespaced('shop')]) {
      const objects = await chart.renderObjects(on, ...scope)
      expect(review(objects)).to.deep.equal(['create tokenreviews.authentication.k8s.io'])
      expect(chart.all(objects, 'ClusterRole')).to.have.length(
        chart.all(objects, 'ClusterRoleBinding').length,
      )
    }
    expect(review(await chart.renderObjects(on, '--set=rbac.create=false'))).to.deep.equal([])
  })

  it('grants no change when read-only', async () => {
    expect(every.filter(isWrite)).to.include.members(['patch deployments.apps', 'delete pods'])
    const objects = await chart.renderObjects('--set', 'rbac.readOnly=true')
    expect(granted(objects, 'ClusterRole')).to.have.members(byDefault.filter((right) => !isWrite(right)))
  })

  it('stays within the namespaces named, and grants nothing cluster-wide', async () => {
    const objects = await chart.renderObjects(...namespaced('shop', 'bank'))
    expect(kinds(objects)).to.deep.equal(['Role', 'Role', 'RoleBinding', 'RoleBinding'])
    for (const namespace of ['shop', 'bank']) {
      const there = objects.filter(({ metadata }) => metadata.namespace === namespace)
      expect(kinds(there)).to.deep.equal(['Role', 'RoleBinding'])
      expect(granted(there, 'Role')).to.have.members(byDefault.filter((right) => !isClusterWide(right)))
    }
  })

  it('leaves out every change in namespaces, too', async () => {
    const objects = await chart.renderObjects(...namespaced('shop'), '--set', 'rbac.readOnly=true')
    expect(granted(objects, 'Role')).to.have.members(
      byDefault.filter((right) => !isClusterWide(right) && !isWrite(right)),
    )
  })

  it('grants reads of custom resources by their API groups, in the namespaces named or everywhere', async () => {
    const reads = ['get', 'list', 'watch'].map((verb) => `${verb} *.cert-manager.io`)
    const set = '--set=rbac.customResources={cert-manager.io}'
    const isCustom = (right: string) => right.endsWith('cert-manager.io')
    expect(granted(await chart.renderObjects(set), 'ClusterRole').filter(isCustom)).to.deep.equal(reads)
    const there = await chart.renderObjects(set, ...namespaced('shop'))
    expect(granted(there, 'Role').filter(isCustom)).to.deep.equal(reads)
    expect(granted(there, 'ClusterRole')).to.deep.equal([])
  })

  it('renders no role that would be empty', async () => {
    const none = groups(() => false)
    const clusterWideOnly = groups((group) => rightsOf(group).every(isClusterWide))
    const rendered = await Promise.all([
      chart.renderObjects(...none),
      chart.renderObjects(...none, ...namespaced('shop')),
      chart.renderObjects(...clusterWideOnly, ...namespaced('shop')),
      chart.renderObjects('--set', 'rbac.create=false'),
    ])
    for (const objects of rendered) expect(kinds(objects)).to.deep.equal([])
  })

  for (const args of [[], namespaced('shop', 'bank')]) {
    it(`binds each role to the identity of the server${args.length > 0 ? ', in namespaces' : ''}`, async () => {
      const rendered = await chart.renderObjects(...args, '--set', 'serviceAccount.name=watcher')
      const objects = rendered.filter(isServers)
      expect(chart.only(objects, 'ServiceAccount')).to.deep.include({ automountServiceAccountToken: false })
      expect(chart.only(objects, 'ServiceAccount').metadata.name).to.equal('watcher')
      const roles = [...chart.all(objects, 'ClusterRole'), ...chart.all(objects, 'Role')]
      const bindings = [...chart.all(objects, 'ClusterRoleBinding'), ...chart.all(objects, 'RoleBinding')]
      expect(
        bindings.map(({ roleRef, metadata }) => `${roleRef.kind} ${metadata.namespace} ${roleRef.name}`),
      ).to.deep.equal(roles.map(({ kind, metadata }) => `${kind} ${metadata.namespace} ${metadata.name}`))
      for (const { subjects } of bindings)
        expect(subjects).to.deep.equal([
          { kind: 'ServiceAccount', name: 'watcher', namespace: chart.NAMESPACE },
        ])
    })
  }

  it('names cluster-wide roles apart for the same release in two namespaces', async () => {
    const names = await Promise.all(
      ['one', 'two'].map(async (namespace) => {
        const objects = chart.parseObjects(await render('inspector', CHART, '--namespace', namespace))
        return chart.only(objects, 'ClusterRole').metadata.name
      }),
    )
    expect(names).to.deep.equal(['one-inspector-cluster-inspector', 'two-inspector-cluster-inspector'])
  })
})
