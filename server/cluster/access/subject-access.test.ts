import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { SubjectAccess } from './subject-access.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { Reachability } from '../contexts/reachability.ts'
import type { SubjectQuery } from './access-review.ts'
import type { UserInfo } from '../../core/user-info.ts'

describe('subject access reviews', () => {
  let granted: (asked: SubjectQuery) => boolean
  let asked: SubjectQuery[]
  let refused: Error | undefined
  let time: ManualClock
  let rights: SubjectAccess
  let ledger: MemoryLedger
  const ada: UserInfo = { name: 'ada', uid: 'u-1', groups: ['dev'], extra: {} }
  const list = { verb: 'list', kind: pods, namespace: 'shop' } as const
  const one = { verb: 'get', kind: deployments, namespace: 'shop', name: 'web' } as const
  const failure = async (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  beforeEach(() => {
    asked = []
    refused = undefined
    granted = () => true
    time = new ManualClock()
    ledger = new MemoryLedger(1e8)
    const review = async (question: SubjectQuery) => {
      asked.push(question)
      if (refused !== undefined) throw refused
      return granted(question)
    }
    rights = new SubjectAccess(review, {
      reachability: new Reachability(async () => 'ready', time),
      time,
      ledger,
    })
  })

  it('reviews access once per caller, whatever others have the same name', async () => {
    const again: UserInfo = { ...ada }
    const elevated: UserInfo = { ...ada, groups: ['dev', 'ops'] }
    const scoped: UserInfo = { ...ada, extra: { scopes: ['read'] } }
    for (const subject of [ada, again, elevated, scoped, ada]) await rights.of(subject).demand(list)
    expect(asked.map(({ subject }) => subject)).to.deep.equal([ada, elevated, scoped])
    expect([rights.of(again).peek(list), rights.of({ ...ada, uid: 'u-2' }).peek(list)]).to.deep.equal([
      true,
      undefined,
    ])
  })

  it('reviews access to one object if access to all is denied', async () => {
    granted = ({ name }) => name === 'web'
    await rights.of(ada).demand(one)
    expect(asked.map(({ name }) => name)).to.deep.equal([undefined, 'web'])
    expect(rights.of(ada).peek(one)).to.equal(true)
    expect(rights.of(ada).peek({ ...one, name: 'other' })).to.equal(undefined)
    granted = () => true
    time.turn(5000)
    await rights.of(ada).demand({ ...one, name: 'other' })
    expect(
      asked.slice(2).map(({ name }) => name),
      'all of them, first',
    ).to.deep.equal([undefined])
  })

  it('denies in the words of an API server, with the name of the caller and not the service', async () => {
    granted = () => false
    const said = async (question: Parameters<ReturnType<typeof rights.of>['demand']>[0]) => {
      const denied = await failure(rights.of(ada).demand(question))
      expect(denied).to.be.instanceOf(ForbiddenByClusterError)
      return denied as ForbiddenByClusterError
    }
    const { message, missing, hint } = await said(list)
    expect(message).to.equal(
      'pods is forbidden: User "ada" cannot list resource "pods" in API group "" in the namespace "shop"',
    )
    expect(missing).to.deep.equal([{ verb: 'list', apiGroup: '', resource: 'pods', namespace: 'shop' }])
    expect(hint).to.equal(
      'the caller lacks this right, not the service: grant list pods in namespace "shop" to "ada" or one of its groups',
    )
    expect((await said(one)).message).to.equal(
      'deployments.apps "web" is forbidden: User "ada" cannot get resource "deployments" in API group "apps" in the namespace "shop"',
    )
    const cluster = await said({ verb: 'list', kind: nodes, namespace: undefined })
    expect(cluster.message).to.match(/ at the cluster scope$/)
    expect(cluster.hint).to.include('list nodes in a ClusterRole')
    const log = await said({ ...list, verb: 'get', subresource: 'log', name: 'p' })
    expect(log.missing[0]?.resource).to.equal('pods/log')
  })

  it('holds no more when the service may not ask any more, and for a minute when the cluster is away', async () => {
    await rights.of(ada).demand(list)
    refused = new ClusterError('away', 'connect ECONNREFUSED')
    time.turn(8000)
    await rights.of(ada).demand(list)
    refused = new ClusterError('refused', 'may not ask', { cause: new ForbiddenByClusterError('no', [], '') })
    time.turn(1000)
    await failure(rights.of(ada).demand(list))
    expect(await failure(rights.of(ada).demand(list))).to.equal(refused)
  })

  it('takes little memory for 10,000 names that a caller with 270 groups asks for [A1c]', async () => {
    granted = () => false
    const groups = Array.from({ length: 270 }, (_, n) => `system:serviceaccounts:namespace-${n}`)
    const wide = rights.of({ ...ada, groups })
    for (let n = 0; n < 10_000; n++) await failure(wide.demand({ ...one, name: `web-${n}` }))
    expect(ledger.used).to.be.within(5e6, 10e6)
  })
})
