import { expect } from 'chai'
import { ClusterError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { Discovery } from './discovery.ts'

const { signal } = new AbortController()

const aggregated = (...names: string[]) => ({
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: { name: 'example.com' },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: names.map((resource) => ({
            resource,
            responseKind: { kind: 'Thing' },
            scope: 'Cluster',
            singularResource: '',
            verbs: ['get'],
          })),
        },
      ],
    },
  ],
})

/** An API server that serves documents by path, and counts the requests. */
class Documents {
  readonly asked: string[] = []
  readonly #of: (path: string) => unknown

  constructor(of: (path: string) => unknown) {
    this.#of = of
  }

  async document(path: string): Promise<unknown> {
    this.asked.push(path)
    return this.#of(path)
  }
}

describe('discovery', () => {
  it('caches documents for ten minutes, and repeats them for a missing type once in ten seconds at most', async () => {
    const time = new ManualClock()
    let names = ['things']
    const documents = new Documents((path) => (path === '/api' ? aggregated() : aggregated(...names)))
    const discovery = new Discovery(documents, time)
    const find = async (name: string) => (await discovery.find(name, signal)).type?.plural
    expect([await find('things'), await find('things'), await find('widgets')]).to.deep.equal([
      'things',
      'things',
      undefined,
    ])
    expect(documents.asked).to.deep.equal(['/api', '/apis'])
    names = ['things', 'widgets']
    time.turn(10_000)
    expect(await find('widgets')).to.equal('widgets')
    expect(documents.asked).to.have.length(4)
    time.turn(599_999)
    await find('widgets')
    expect(documents.asked).to.have.length(4)
    time.turn(1)
    await find('widgets')
    expect(documents.asked).to.have.length(6)
  })

  it('returns the types of groups that can be listed and watched, each once', async () => {
    const resource = (name: string, verbs: readonly string[]) => ({
      resource: name,
      responseKind: { kind: 'Thing' },
      scope: 'Cluster',
      singularResource: '',
      verbs,
    })
    const group = (name: string, ...versions: string[]) => ({
      metadata: { name },
      versions: versions.map((version) => ({
        version,
        freshness: 'Current',
        resources: [resource('things', ['list', 'watch']), resource('reviews', ['create'])],
      })),
    })
    const items = [group('example.com', 'v1', 'v1beta1'), group('other.example.com', 'v1')]
    const documents = new Documents((path) => ({
      kind: 'APIGroupDiscoveryList',
      items: path === '/api' ? [] : items,
    }))
    const discovery = new Discovery(documents, new ManualClock())
    const types = await discovery.watchableTypes(new Set(['example.com']), signal)
    expect(types.map(({ plural, apiGroup, version }) => [plural, apiGroup, version])).to.deep.equal([
      ['things', 'example.com', 'v1'],
    ])
  })

  it('names the groups of an older server that do not answer, and serves the rest', async () => {
    const list = (kind: string) => ({
      kind: 'APIResourceList',
      resources: [
        { name: `${kind.toLowerCase()}s`, singularName: '', namespaced: true, kind, verbs: ['get'] },
      ],
    })
    const documents = new Documents((path) => {
      if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] }
      if (path === '/api/v1') return list('Pod')
      if (path === '/apis')
        return {
          kind: 'APIGroupList',
          groups: ['apps', 'broken.example'].map((name) => ({ name, versions: [{ version: 'v1' }] })),
        }
      if (path === '/apis/apps/v1') return list('Deployment')
      throw new ClusterError('could not get it', 'the API server answered 503')
    })
    const discovery = new Discovery(documents, new ManualClock())
    expect((await discovery.find('deployments', signal)).type?.apiGroup).to.equal('apps')
    expect((await discovery.find('pod', signal)).type?.plural).to.equal('pods')
    expect(await discovery.find('other', signal)).to.deep.equal({
      type: undefined,
      failedGroups: ['broken.example'],
    })
  })

  it('fails with the error of the cluster, and is asked again by the next request', async () => {
    let works = false
    const documents = new Documents(() => {
      if (!works) throw new ClusterError('could not get /api', 'connect ECONNREFUSED')
      return aggregated('things')
    })
    const discovery = new Discovery(documents, new ManualClock())
    const failure = await discovery.find('things', signal).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(ClusterError)
    works = true
    expect((await discovery.find('things', signal)).type?.plural).to.equal('things')
  })
})
