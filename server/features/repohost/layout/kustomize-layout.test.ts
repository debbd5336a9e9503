import { expect } from 'chai'
import { files, kustomization, workload } from './corpus/manifests.ts'
import { kustomizeLayout } from './kustomize-layout.ts'

const repository = files({
  'app/base/kustomization.yaml': kustomization(['api.yaml']),
  'app/base/api.yaml': workload('Deployment', 'api'),
  'app/overlays/dev/kustomization.yaml': kustomization(['../../base']),
  'app/overlays/prod/kustomization.yaml': `${kustomization(['../dev', 'https://example.com/monitoring?ref=v1'])}patches:\n  - path: replicas.yaml\n`,
  'app/overlays/prod/replicas.yaml': workload('Deployment', 'api'),
  'other/kustomization.yaml': kustomization([]),
})

describe('kustomizeLayout', () => {
  const expected = {
    hasKustomization: true,
    basePath: 'app/base',
    overlays: [
      { name: 'dev', path: 'app/overlays/dev' },
      { name: 'prod', path: 'app/overlays/prod' },
    ],
    baseFiles: ['app/base/kustomization.yaml', 'app/base/api.yaml'],
    overlayFiles: {
      dev: ['app/overlays/dev/kustomization.yaml'],
      prod: ['app/overlays/prod/kustomization.yaml', 'app/overlays/prod/replicas.yaml'],
    },
    remoteBases: ['https://example.com/monitoring?ref=v1'],
  }

  for (const path of [
    'app/base',
    'app/base/api.yaml',
    'app/overlays/prod',
    'app/overlays/prod/replicas.yaml',
    'app',
  ])
    it(`finds the base and every overlay, those of overlays included, from ${path}`, () => {
      expect(kustomizeLayout(path, repository)).to.deep.equal(expected)
    })

  it('returns nothing for a path without a kustomization above or below', () => {
    const { hasKustomization, overlayFiles } = kustomizeLayout('docs', repository)
    expect({ hasKustomization, overlayFiles }).to.deep.equal({ hasKustomization: false, overlayFiles: {} })
  })

  it('ends for kustomizations that build each other', () => {
    const cycle = files({
      'a/kustomization.yaml': kustomization(['../b']),
      'b/kustomization.yaml': kustomization(['../a']),
    })
    expect(kustomizeLayout('a', cycle).hasKustomization).to.equal(true)
  })

  it('names overlays by their path if two have one name', () => {
    const twice = files({
      'base/kustomization.yaml': kustomization([]),
      'x/prod/kustomization.yaml': kustomization(['../../base']),
      'y/prod/kustomization.yaml': kustomization(['../../base']),
    })
    expect(Object.keys(kustomizeLayout('base', twice).overlayFiles)).to.deep.equal(['x/prod', 'y/prod'])
  })
})
