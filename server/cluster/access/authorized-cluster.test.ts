import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { ForbiddenByClusterError } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { UserInfo } from '../../core/user-info.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { Reachability } from '../contexts/reachability.ts'
import { namespaces } from '../../kinds/namespaces/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Kind } from '../kind.ts'
import type { ServedCluster } from '../read/cluster.ts'
import { AuthorizedCluster } from './authorized-cluster.ts'
import { SubjectAccess } from './subject-access.ts'

describe('AuthorizedCluster', () => {
  const user = (name: string): UserInfo => ({ name, uid: undefined, groups: [], extra: {} })
  const [ada, bob] = [user('ada'), user('bob')]
  /** Kinds each user may list, by plural. */
  let granted: Record<string, string[]>
  let time: ManualClock
  let access: SubjectAccess
  let reads: Dependencies | undefined

  beforeEach(() => {
    granted = { ada: ['pods'], bob: ['pods', 'nodes'] }
    reads = { weight: 1024, freshnessFor: () => ({ use: 'hit', ageMs: 1 }) }
    time = new ManualClock()
    access = new SubjectAccess(
      async ({ subject, kind }) => granted[subject.name]?.includes(kind.plural) === true,
      {
        reachability: new Reachability(async () => 'ready', time),
        time,
        ledger: new MemoryLedger(1e6),
      },
    )
  })
  const rbac = { context: 'test', managedByChart: false, readOnly: false, namespaces: [] }
  const clusterFor = (subject: UserInfo): AuthorizedCluster => {
    const cluster: Pick<ServedCluster, 'context' | 'list' | 'dependencies'> = {
      context: 'test',
      list: async () => [],
      dependencies: () => reads,
    }
    return new AuthorizedCluster(cluster as ServedCluster, rbac, access, subject)
  }
  /** Lists two kinds, as a partial response does: a denied one is left out. */
  const listBoth = async (cluster: AuthorizedCluster): Promise<string[]> => {
    const listed: string[] = []
    for (const kind of [pods, nodes] as readonly Kind<unknown>[])
      try {
        await cluster.list(kind, {}, (object) => object)
        listed.push(kind.plural)
      } catch (error) {
        if (!(error instanceof ForbiddenByClusterError)) throw error
      }
    return listed
  }

  it('makes a partial response depend on the rights that were denied', async () => {
    const partial = clusterFor(ada)
    expect(await listBoth(partial)).to.deep.equal(['pods'])
    expect(await listBoth(clusterFor(bob))).to.deep.equal(['pods', 'nodes'])
    const dependencies = partial.dependencies()
    expect(dependencies?.freshnessFor(ada)).to.deep.equal({ use: 'hit', ageMs: 1 })
    expect(dependencies?.freshnessFor(bob), 'may see more').to.equal(undefined)
    granted['ada'] = ['pods', 'nodes']
    time.turn(5000)
    await listBoth(clusterFor(ada))
    expect(dependencies?.freshnessFor(ada), 'may see more now').to.equal(undefined)
  })

  it('makes a response depend on the rights that were granted', async () => {
    const whole = clusterFor(bob)
    await listBoth(whole)
    await listBoth(clusterFor(ada))
    const dependencies = whole.dependencies()
    expect(dependencies?.freshnessFor(bob)?.use).to.equal('hit')
    expect(dependencies?.freshnessFor(ada), 'may see less').to.equal(undefined)
    expect(dependencies?.freshnessFor(user('eve')), 'is not reviewed yet').to.equal(undefined)
  })

  it('asks for one Namespace in that Namespace, where a Role can allow it', async () => {
    const asked: (string | undefined)[] = []
    access = new SubjectAccess(
      async ({ namespace }) => {
        asked.push(namespace)
        return namespace === 'shop'
      },
      { reachability: new Reachability(async () => 'ready', time), time, ledger: new MemoryLedger(1e6) },
    )
    const reads: Pick<ServedCluster, 'context' | 'get'> = {
      context: 'test',
      // Any object will do.
      get: async <T>() => ({}) as T,
    }
    const cluster = new AuthorizedCluster(reads as ServedCluster, rbac, access, ada)
    await cluster.get(namespaces, { name: 'shop' })
    const failure: unknown = await cluster.get(namespaces, { name: 'bank' }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(ForbiddenByClusterError)
    expect(new Set(asked)).to.deep.equal(new Set(['shop', 'bank']))
  })

  it('has no dependencies if its reads have none', async () => {
    reads = undefined
    const cluster = clusterFor(bob)
    await listBoth(cluster)
    expect(cluster.dependencies()).to.equal(undefined)
  })
})
