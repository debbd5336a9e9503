import { expect } from 'chai'
import { until } from '../support/until.ts'
import { INSTANCE, KEPT_BY_HELM, NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'

/**
 * Garbage collection runs in the controller manager, which backs off if the API server was away a moment ago.
 */
const COLLECTED_WITHIN_MS = 300_000

/** Deleting them would delete every ClusterContext and the settings of everyone (`crds.keep`). */
const KEPT = KEPT_BY_HELM.map((name) => `customresourcedefinition.apiextensions.k8s.io/${name}`)

describe('helm uninstall', function () {
  this.timeout(COLLECTED_WITHIN_MS + 60_000)
  const { kubectl, release } = world()

  /** Returns every object of the release, of every listable kind, in all namespaces and cluster-scoped. */
  async function objects(): Promise<string[]> {
    const kinds = (await kubectl.text('api-resources', '--verbs=list', '-o', 'name')).trim().split('\n')
    const args = ['get', kinds.join(','), '-A', '-l', INSTANCE, '--ignore-not-found', '-o', 'name']
    const names = (await kubectl.text(...args)).split('\n').filter((name) => name !== '')
    return [...new Set(names)].sort()
  }

  it('leaves nothing behind, in any namespace or at cluster scope, but the kinds of its contexts and settings', async () => {
    const before = await objects()
    for (const kind of [
      'deployment.apps',
      'pod',
      'service',
      'serviceaccount',
      'configmap',
      'clusterrole',
      'clusterrolebinding',
      'rolebinding',
      'secret',
      'lease',
    ])
      expect(
        before.filter((name) => name.split('/')[0]?.startsWith(kind)),
        kind,
      ).to.not.have.length(0)
    await release.uninstall()
    const gone = async () => {
      const names = await objects()
      return names.length === KEPT.length ? names : undefined
    }
    const left = await until('the garbage collector', gone, COLLECTED_WITHIN_MS).catch(objects)
    expect(left).to.deep.equal(KEPT)
    const secrets = await kubectl.text('get', 'secrets', '-n', NAMESPACE, '-l', 'owner=helm', '-o', 'name')
    expect(secrets).to.equal('')
  })
})
