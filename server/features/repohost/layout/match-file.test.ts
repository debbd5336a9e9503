import { expect } from 'chai'
import { cpuTimeOf } from '../../../testing/cpu-time.ts'
import { measuringCases, tuningCases, type PlacedCase } from './corpus/register.ts'
import { files, kustomization, workload } from './corpus/manifests.ts'
import { filesToRead } from './files-to-read.ts'
import { matchFile, SOURCE_OF } from './match-file.ts'
import type { ClusterObject, RepositoryFile } from './repository-file.ts'

const api: ClusterObject = { kind: 'Deployment', name: 'api', namespace: 'shop' }

/** Matches as for a repository: only the files that would be read have content. */
function matchIn(all: readonly RepositoryFile[], object: ClusterObject) {
  const read = new Set(
    filesToRead(
      all.map(({ path }) => path),
      object,
    ),
  )
  return matchFile(
    object,
    all.map((file) => (read.has(file.path) ? file : { path: file.path })),
  )
}

describe('matchFile', () => {
  describe('on repositories in well-known layouts', () => {
    const missed = (cases: readonly PlacedCase[]): readonly string[] =>
      cases.flatMap(({ repository, object, path }) => {
        const found = matchIn(repository.files, object).match?.path
        return found === path ? [] : [`${repository.name}: ${object.kind} ${object.name}: ${found}`]
      })

    it('finds every file of the cases that it was tuned with', () => {
      expect(tuningCases.length).to.be.at.least(20)
      expect(missed(tuningCases)).to.deep.equal([])
    })

    it('finds 95 % of the files of the other cases', () => {
      expect(measuringCases.length).to.be.at.least(20)
      expect(missed(measuringCases).length / measuringCases.length).to.be.at.most(0.05)
    })

    it('has a confidence below 0.8 for every wrong file, with the right one removed', () => {
      const wrong = [...tuningCases, ...measuringCases].flatMap(({ repository, object, path }) => {
        const others = repository.files.filter((file) => file.path !== path)
        const { match } = matchIn(others, object)
        return match !== undefined && match.confidence >= 0.8 ? [`${repository.name}: ${match.path}`] : []
      })
      expect(wrong).to.deep.equal([])
    })
  })

  it('returns nothing for a repository without anything alike', () => {
    expect(matchFile(api, files({ 'README.md': '# api', 'src/main.ts': 'api' }))).to.deep.equal({
      match: undefined,
      candidates: [],
    })
  })

  it('lowers the confidence of two files that declare the same object', () => {
    const { match, candidates } = matchFile(
      api,
      files({
        'a/api.yaml': workload('Deployment', 'api', 'shop'),
        'b/api.yaml': workload('Deployment', 'api', 'shop'),
      }),
    )
    expect(match?.confidence).to.equal(0.75)
    expect(candidates.map(({ path }) => path)).to.deep.equal(['a/api.yaml', 'b/api.yaml'])
  })

  it('rejects a file that declares the object in another namespace', () => {
    const { match } = matchFile(api, files({ 'api.yaml': workload('Deployment', 'api', 'other') }))
    expect(match).to.equal(undefined)
  })

  it('limits the confidence of a path alone', () => {
    const { match } = matchFile(api, [{ path: 'shop/api/api-deployment.yaml' }])
    expect(match).to.deep.include({ method: 'exact', confidence: 0.78 })
  })

  it('believes the annotation of a file, with the environment of its folder', () => {
    const content = `apiVersion: example.com/v1\nkind: App\nmetadata:\n  name: api\n  annotations: { ${SOURCE_OF}: "Service/shop/api, Deployment/shop/api" }\n`
    const { match } = matchFile(api, files({ 'prod/app.yaml': content }))
    expect(match).to.deep.include({ path: 'prod/app.yaml', method: 'annotation', confidence: 0.95 })
  })

  it('names the environment of the overlay that builds the object', () => {
    const { match } = matchFile(
      api,
      files({
        'base/kustomization.yaml': kustomization(['api.yaml']),
        'base/api.yaml': workload('Deployment', 'api'),
        'overlays/live/kustomization.yaml': kustomization(['../../base'], { namespace: 'shop' }),
      }),
    )
    expect(match).to.deep.include({ path: 'base/api.yaml', environment: 'production', confidence: 0.97 })
  })

  it('lists ten candidates at most, the best first', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ path: `shop-${at}/api/deployment.yaml` }))
    const { candidates } = matchFile(api, [...many, { path: 'shop/api-deployment.yaml' }])
    expect(candidates).to.have.length(10)
    expect(candidates[0]?.path).to.equal('shop/api-deployment.yaml')
  })

  it('survives hostile files, in 5 s of CPU time', () => {
    const bomb = `a: &a [${'x,'.repeat(50)}]\n${'b c d e f g h'
      .split(' ')
      .map((one, at) => `${one}: &${one} [${`*${'abcdefgh'[at]},`.repeat(50)}]`)
      .join('\n')}\n`
    const hostile = files({
      'bomb.yaml': bomb,
      'deep.yaml': `a: ${'['.repeat(5000)}`,
      'binary.yaml': '\u0000\uFFFF: {',
      'huge.yaml': `a: ${'x'.repeat(1_100_000)}`,
      'a/kustomization.yaml': kustomization(['../b', '../../../../etc/passwd', '.']),
      'b/kustomization.yaml': kustomization(['../a', 'https://example.com/base?ref=main']),
      'c/kustomization.yaml': kustomization(['.']),
      'chart/Chart.yaml': 'name: [',
      'chart/templates/api.yaml': `kind: Deployment\nmetadata:\n  name: {{${' '.repeat(500)}\n---\nkind: Deployment\nmetadata:\n  name: {{${' '.repeat(100_000)}x`,
      'list.yaml':
        'apiVersion: v1\nkind: List\nitems: [null, 1, {kind: 1}, {apiVersion: v1, kind: A, metadata: null}]\n',
      'proto.yaml': 'apiVersion: v1\nkind: __proto__\nmetadata: { name: constructor, namespace: toString }\n',
    })
    const took = cpuTimeOf(() => {
      for (const object of [api, { kind: '__proto__', name: 'constructor', namespace: 'toString' }])
        matchFile(object, hostile)
    })
    expect(took).to.be.lessThan(5000)
  })
})
