import { expect } from 'chai'
import { analyzeStructure } from './analyze-structure.ts'
import { chart, files, kustomization, workload } from './corpus/manifests.ts'

const base = {
  'app/base/kustomization.yaml': kustomization(['api.yaml']),
  'app/base/api.yaml': workload('Deployment', 'api'),
  'app/overlays/dev/kustomization.yaml': kustomization(['../../base'], {
    namespace: 'shop-dev',
    namePrefix: 'shop-',
  }),
  'app/overlays/prod/kustomization.yaml': kustomization(['../../base'], {
    namespace: 'shop-prod',
    namePrefix: 'shop-',
  }),
}

describe('analyzeStructure', () => {
  it('describes bases, overlays, namespaces, workloads and patterns of kustomize', () => {
    expect(analyzeStructure(files(base))).to.deep.equal({
      structure: 'kustomize',
      hasKustomize: true,
      baseDir: 'app/base',
      overlays: [
        { name: 'dev', path: 'app/overlays/dev' },
        { name: 'prod', path: 'app/overlays/prod' },
      ],
      charts: [],
      namespaces: ['shop-dev', 'shop-prod'],
      workloads: [{ kind: 'Deployment', name: 'api', path: 'app/base/api.yaml' }],
      patterns: { namePrefix: 'shop-', environments: ['dev', 'prod'] },
    })
  })

  it('tells charts, flat folders and mixtures apart', () => {
    const structureOf = (...all: Parameters<typeof analyzeStructure>[0][]) =>
      analyzeStructure(all.flat()).structure
    const manifests = files({ 'deploy/api.yaml': workload('Deployment', 'api', 'shop') })
    expect(structureOf(chart('charts/api', 'api'))).to.equal('helm')
    expect(structureOf(manifests)).to.equal('flat')
    expect(structureOf(chart('charts/api', 'api'), manifests)).to.equal('mixed')
    expect(structureOf(chart('charts/api', 'api'), files(base))).to.equal('mixed')
    expect(
      structureOf(files({ 'README.md': '', 'compose.yaml': '', '.github/workflows/a.yaml': '' })),
    ).to.equal('unknown')
    expect(structureOf([])).to.equal('unknown')
  })

  it('omits a prefix that not every overlay has', () => {
    const other = { 'app/overlays/qa/kustomization.yaml': kustomization(['../../base']) }
    expect(analyzeStructure(files({ ...base, ...other })).patterns).to.deep.equal({
      environments: ['dev', 'prod', 'qa'],
    })
  })

  it('tells the tools by the paths of files whose content is not known', () => {
    const { structure, overlays, hasKustomize } = analyzeStructure([{ path: 'base/kustomization.yaml' }])
    expect({ structure, overlays, hasKustomize }).to.deep.equal({
      structure: 'kustomize',
      overlays: [],
      hasKustomize: true,
    })
  })
})
