import { expect } from 'chai'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster, Selection } from '../../cluster/read/cluster.ts'
import { projectionOf, type View } from '../../cluster/read/memoized-view.ts'
import { ForbiddenByClusterError, InvalidRequestError } from '../../core/errors.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { metadata } from '../../testing/metadata.ts'
import { readSearch } from './read-search.ts'

type Objects = Readonly<Record<string, readonly object[] | 'denied' | 'endless'>>

/** A cluster with these objects, by the plural of their kind. */
class FakeCluster {
  readonly selections = new Map<string, Selection>()
  readonly #objects: Objects

  constructor(objects: Objects) {
    this.#objects = objects
  }

  get cluster(): Cluster {
    const list = async (kind: Kind<unknown>, selection: Selection, view: View<unknown, unknown>) => {
      this.selections.set(kind.plural, selection)
      const found = this.#objects[kind.plural] ?? []
      if (found === 'endless') return new Promise<never>(() => undefined)
      if (found === 'denied') throw new ForbiddenByClusterError(`${kind.plural} is forbidden`, [], 'grant it')
      return found.map((object) => projectionOf(view)(object))
    }
    return { context: 'test', list } as unknown as Cluster
  }
}

const reading = (objects: Objects, time = new ManualClock(), isCallerAuthorized = false) => ({
  cluster: new FakeCluster(objects).cluster,
  scheduler: new Scheduler(),
  time,
  signal: new AbortController().signal,
  isCallerAuthorized,
})
const named = (name: string, labels = {}, namespace = 'shop') => ({
  metadata: metadata({ name, namespace, labels }),
})

describe('readSearch', () => {
  const objects = {
    pods: [named('a-web'), named('cart', { app: 'WEB' }), named('web-1')],
    services: [named('web'), named('web-2')],
    nodes: [{ metadata: metadata({ name: 'web' }) }],
    secrets: 'denied',
  } as const

  it('orders by rank, then by kind and name, and names what could not be read', async () => {
    const { results, total, unavailable } = await readSearch(reading(objects), { q: ' Web ' })
    expect(results.map(({ kind, name, match }) => [kind, name, match.field, match.value])).to.deep.equal([
      ['Node', 'web', 'name', 'web'],
      ['Service', 'web', 'name', 'web'],
      ['Pod', 'web-1', 'name', 'web-1'],
      ['Service', 'web-2', 'name', 'web-2'],
      ['Pod', 'a-web', 'name', 'a-web'],
      ['Pod', 'cart', 'label', 'app=WEB'],
    ])
    expect(total).to.equal(6)
    expect(unavailable).to.deep.equal([
      { section: 'secrets', code: 'FORBIDDEN', error: 'secrets is forbidden' },
    ])
  })

  it('ends with its request', async () => {
    const pods = Array.from({ length: 20_000 }, (_, at) => named(`web-${at}`))
    const searching = readSearch({ ...reading({ pods }), signal: AbortSignal.abort('left') }, { q: 'web' })
    expect(await searching.catch((reason: unknown) => reason)).to.equal('left')
  })

  it('has the status of a kind that has one', async () => {
    const { results } = await readSearch(reading(objects), { q: 'web', kinds: ['pods', 'services'] })
    expect(results.find(({ kind }) => kind === 'Pod')).to.include({ status: 'Pending', namespace: 'shop' })
    expect(results.find(({ kind }) => kind === 'Service')).to.not.have.property('status')
  })

  it('pages through all results once, without a token after the last', async () => {
    const all: string[] = []
    let token: string | undefined
    do {
      const page = await readSearch(reading(objects), {
        q: 'web',
        limit: 2,
        ...(token === undefined ? {} : { continue: token }),
      })
      expect(page.total).to.equal(6)
      all.push(...page.results.map(({ kind, name }) => `${kind} ${name}`))
      token = page.continue
    } while (token !== undefined)
    expect(all).to.deep.equal([
      'Node web',
      'Service web',
      'Pod web-1',
      'Service web-2',
      'Pod a-web',
      'Pod cart',
    ])
  })

  it('returns 20 results without a limit', async () => {
    const pods = Array.from({ length: 25 }, (_, at) => named(`web-${String(at).padStart(2, '0')}`))
    const { results, total, continue: token } = await readSearch(reading({ pods }), { q: 'web' })
    expect([results.length, total, typeof token]).to.deep.equal([20, 25, 'string'])
  })

  it('rejects the token of another search', async () => {
    const first = await readSearch(reading(objects), { q: 'web', limit: 1 })
    const query = { q: 'cart', limit: 1, continue: first.continue ?? '' }
    const error = await readSearch(reading(objects), query).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(InvalidRequestError)
  })

  it('searches the kinds of the query, in a namespace where kinds have one', async () => {
    const fake = new FakeCluster(objects)
    const query = { q: 'web', kinds: ['pods', 'nodes'], namespace: 'shop' }
    await readSearch({ ...reading({}), cluster: fake.cluster }, query)
    expect(Object.fromEntries(fake.selections)).to.deep.equal({ pods: { namespace: 'shop' }, nodes: {} })
  })

  it('names the kinds that are still being read after 3 s', async () => {
    const time = new ManualClock()
    const searching = readSearch(reading({ ...objects, pods: 'endless' }, time), { q: 'web' })
    time.turn(3000)
    const { results, syncing } = await searching
    expect(syncing).to.deep.equal(['pods'])
    expect(results.map(({ kind }) => kind)).to.deep.equal(['Node', 'Service', 'Service'])
  })

  it('requires a namespace of a caller to whom all namespaces are denied, unless no kind has one', async () => {
    const denied = { pods: 'denied' } as const
    const search = async (kinds: string[]) =>
      readSearch(reading(denied, new ManualClock(), true), { q: 'web', kinds }).then(
        () => 'found',
        (error: unknown) => (error as Error).message,
      )
    expect(await search(['pods'])).to.match(/^namespace is required/)
    expect(await search(['nodes'])).to.equal('found')
  })
})
