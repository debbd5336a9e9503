import { expect } from 'chai'
import { managedBy } from './managed-by.ts'

const TRACKING = 'argocd.argoproj.io/tracking-id'

describe('managedBy', () => {
  it('reads the application of Argo CD from the tracking id, its label, or the instance beside an annotation', () => {
    const shop = { tool: 'argocd', name: 'shop' }
    expect(managedBy({ annotations: { [TRACKING]: 'shop:apps/Deployment:shop/web' } })).to.deep.equal(shop)
    expect(managedBy({ labels: { 'argocd.argoproj.io/instance': 'shop' } })).to.deep.equal(shop)
    const labels = { 'app.kubernetes.io/instance': 'shop' }
    const annotations = { 'argocd.argoproj.io/sync-wave': '1' }
    expect(managedBy({ labels, annotations })).to.deep.equal(shop)
    expect(managedBy({ labels })).to.equal(undefined)
  })

  it('reads the namespace of an application outside the namespace of Argo CD', () => {
    const annotations = { [TRACKING]: 'teams_shop:/ConfigMap:shop/web' }
    expect(managedBy({ annotations })).to.deep.equal({ tool: 'argocd', name: 'shop', namespace: 'teams' })
  })

  it('reads the Kustomization or HelmRelease of Flux, before the release of Helm', () => {
    for (const prefix of ['kustomize.toolkit.fluxcd.io', 'helm.toolkit.fluxcd.io']) {
      const labels = {
        [`${prefix}/name`]: 'apps',
        [`${prefix}/namespace`]: 'flux-system',
        'app.kubernetes.io/managed-by': 'Helm',
      }
      const annotations = { 'meta.helm.sh/release-name': 'web' }
      expect(managedBy({ labels, annotations }), prefix).to.deep.equal({
        tool: 'flux',
        name: 'apps',
        namespace: 'flux-system',
      })
    }
  })

  it('reads the release of Helm if the label names Helm too', () => {
    const annotations = { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' }
    const release = { tool: 'helm', name: 'web', namespace: 'shop' }
    expect(managedBy({ annotations, labels: { 'app.kubernetes.io/managed-by': 'Helm' } })).to.deep.equal(
      release,
    )
    expect(managedBy({ annotations })).to.equal(undefined)
  })

  it('ignores values that are no texts, and objects without labels', () => {
    expect(managedBy({ annotations: { [TRACKING]: 7 } as never, labels: null })).to.equal(undefined)
    expect(managedBy({})).to.equal(undefined)
  })
})
