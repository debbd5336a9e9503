import { expect } from 'chai'
import { kustomization, workload } from '../../server/features/repohost/layout/corpus/manifests.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { serveHost, type ServedHost } from './served.ts'

const FILES = {
  'README.md': '# deploy',
  'web/base/kustomization.yaml': kustomization(['deployment.yaml']),
  'web/base/deployment.yaml': workload('Deployment', 'web'),
  'web/overlays/dev/kustomization.yaml': kustomization(['../../base'], { namespace: 'shop-dev' }),
  'web/overlays/prod/kustomization.yaml': kustomization(['../../base', 'https://example.com/base?ref=v1'], {
    namespace: 'shop',
  }),
  'binary.yaml': Buffer.from([0xff, 0xfe, 0x00]),
}
const RESOURCE = { kind: 'Deployment', name: 'web', namespace: 'shop' }

describe('layout of a repository', () => {
  let served: ServedHost
  let query: { owner: string; repo: string }

  before(async () => {
    served = await serveHost()
    query = (await served.create(FILES)).query
  })
  afterEach(() => expect(served.host.differences.splice(0)).to.deep.equal([]))

  it('finds the base and the overlays around a folder or a file, without reading other hosts', async () => {
    for (const at of [{ path: 'web' }, { filePath: 'web/overlays/prod/kustomization.yaml' }, {}]) {
      const { status, json } = await served.get('kustomize', { ...query, ...at })
      expect(status, JSON.stringify(json)).to.equal(200)
      expect(json).to.deep.include({
        ref: 'main',
        hasKustomization: true,
        basePath: 'web/base',
        overlays: [
          { name: 'dev', path: 'web/overlays/dev' },
          { name: 'prod', path: 'web/overlays/prod' },
        ],
        baseFiles: ['web/base/kustomization.yaml', 'web/base/deployment.yaml'],
        remoteBases: ['https://example.com/base?ref=v1'],
        truncated: false,
      })
    }
  })

  it('analyzes the structure, and counts files that are no text by their path', async () => {
    const { status, json } = await served.post('analyze-structure', query)
    expect(status, JSON.stringify(json)).to.equal(200)
    expect(json).to.deep.include({
      structure: 'kustomize',
      baseDir: 'web/base',
      namespaces: ['shop', 'shop-dev'],
      workloads: [{ kind: 'Deployment', name: 'web', path: 'web/base/deployment.yaml' }],
      patterns: { environments: ['dev', 'prod'] },
      truncated: false,
    })
  })

  it('finds the file behind an object, at the commit that it names', async () => {
    const { status, json } = await served.post('match-file', { resource: RESOURCE, ...query })
    expect(status, JSON.stringify(json)).to.equal(200)
    expect(json['match']).to.deep.include({
      path: 'web/base/deployment.yaml',
      confidence: 0.97,
      method: 'content',
      environment: 'production',
    })
    expect(json['commit']).to.match(/^[0-9a-f]{40}$/)
    const none = await served.post('match-file', { resource: { kind: 'Job', name: 'unlike' }, ...query })
    expect(none.json).to.deep.include({ match: null, candidates: [] })
  })

  it('answers for an empty repository', async () => {
    const { query: empty } = await served.create({})
    expect((await served.get('kustomize', empty)).json).to.deep.include({ hasKustomization: false })
    expect((await served.post('analyze-structure', empty)).json).to.deep.include({ structure: 'unknown' })
    expect((await served.post('match-file', { resource: RESOURCE, ...empty })).json).to.deep.include({
      match: null,
    })
  })

  it('rejects names that lead elsewhere, and requests that name neither or both of files and a repository', async () => {
    const wrong: readonly [string, object][] = [
      ['analyze-structure', { owner: '..', repo: 'x' }],
      ['analyze-structure', { ...query, ref: 'a..b' }],
      ['match-file', { resource: RESOURCE }],
      ['match-file', { resource: RESOURCE, files: [], ...query }],
      ['match-file', { resource: RESOURCE, files: [{ path: '../a.yaml' }] }],
      ['match-file', { resource: { kind: 'deployment', name: 'web' }, files: [] }],
      [
        'match-file',
        { resource: RESOURCE, files: Array.from({ length: 2001 }, (_, at) => ({ path: `${at}.yaml` })) },
      ],
    ]
    for (const [path, body] of wrong)
      expect((await served.post(path, body)).status, JSON.stringify(body)).to.equal(400)
    for (const at of [{ path: '../x' }, { filePath: '/x' }])
      expect((await served.get('kustomize', { ...query, ...at })).status).to.equal(400)
  })

  it('rejects more than 1 MiB of content in all, with the sum', async () => {
    const content = 'x'.repeat(600_000)
    const files = [
      { path: 'a.yaml', content },
      { path: 'b.yaml', content },
    ]
    const { status, json } = await served.post('match-file', { resource: RESOURCE, files })
    expect([status, json['code']]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
    expect(json['error']).to.include('1200000 bytes')
  })

  it('refuses pages of other sites', async () => {
    const { status } = await served.get('kustomize', query, { 'sec-fetch-site': 'cross-site' })
    expect(status).to.equal(403)
  })

  it('matches files of a request without a repository host, and names the value to set for a repository', async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    const post = async (path: string, body: object) =>
      call(`http://127.0.0.1:${port}`, 'POST', `/api/repohost/${path}`, body)
    const files = [
      { path: 'web.yaml', content: workload('Deployment', 'web', 'shop') },
      { path: 'other.yaml' },
    ]
    const found = await post('match-file', { resource: RESOURCE, files })
    expect([found.status, (found.json['match'] as { path: string }).path]).to.deep.equal([200, 'web.yaml'])
    for (const [path, body] of [
      ['match-file', { resource: RESOURCE, ...query }],
      ['analyze-structure', query],
    ] as const) {
      const { status, json } = await post(path, body)
      expect([status, String(json['hint'])]).to.satisfy(
        ([code, hint]: [number, string]) => code === 501 && hint.includes('repohost.kind'),
      )
    }
  })
})
