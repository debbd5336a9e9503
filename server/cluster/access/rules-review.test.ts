import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import type { ApiCall } from '../client/api-call.ts'
import type { Transport } from '../client/transport.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { RulesReviewCache } from './rules-review.ts'

describe('RulesReviewCache', () => {
  const signal = new AbortController().signal
  let time: ManualClock
  let sent: string[]
  let reviewed: number
  let status: object
  let rights: RulesReviewCache

  beforeEach(() => {
    ;[time, sent, reviewed, status] = [new ManualClock(), [], 0, {}]
    const transport: Pick<Transport, 'json'> = {
      json: async ({ body }: ApiCall) => {
        sent.push((body as { spec: { namespace: string } }).spec.namespace)
        return { status }
      },
    }
    rights = new RulesReviewCache(
      transport as Transport,
      async () => {
        reviewed++
        return true
      },
      time,
    )
  })
  const rule = (verbs: string[], apiGroups: string[], resources: string[], resourceNames: string[] = []) => ({
    verbs,
    apiGroups,
    resources,
    resourceNames,
  })
  const list = { verb: 'list', kind: pods, namespace: 'shop' } as const
  const log = { verb: 'get', kind: pods, subresource: 'log', namespace: 'shop' } as const

  it('asks once per namespace, for any number of rights', async () => {
    status = { resourceRules: [rule(['list'], [''], ['pods'])], incomplete: false }
    const answers = await Promise.all([
      rights.allows(list, signal),
      rights.allows({ ...list, verb: 'delete' }, signal),
      rights.allows(log, signal),
    ])
    expect([answers, sent]).to.deep.equal([[true, false, false], ['shop']])
    await rights.allows({ verb: 'list', kind: pods, namespace: undefined }, signal)
    expect(sent).to.have.length(2)
    expect(sent[1], 'a namespace without RoleBindings').to.match(/cluster-wide/)
    time.turn(5000)
    await rights.allows(list, signal)
    expect(sent).to.have.length(3)
  })

  it('matches wildcards and subresources as RBAC does, and no rule for named objects', async () => {
    const cases = [
      [rule(['*'], ['*'], ['*']), true, true],
      [rule(['get', 'list'], [''], ['pods']), true, false],
      [rule(['get', 'list'], [''], ['pods/log']), false, true],
      [rule(['get', 'list'], [''], ['*/log']), false, true],
      [rule(['list'], ['apps'], ['pods']), false, false],
      [rule(['list', 'get'], [''], ['pods', 'pods/log'], ['web']), false, false],
    ] as const
    for (const [one, mayList, mayLog] of cases) {
      rights.forget()
      status = { resourceRules: [one], incomplete: false }
      const what = JSON.stringify(one)
      expect([await rights.allows(list, signal), await rights.allows(log, signal)], what).to.deep.equal([
        mayList,
        mayLog,
      ])
    }
  })

  it('reviews what incomplete rules leave open, and keeps that for a minute', async () => {
    status = { resourceRules: [], incomplete: true }
    expect(await rights.allows(list, signal)).to.equal(true)
    time.turn(59_000)
    await rights.allows(list, signal)
    expect(reviewed).to.equal(1)
    time.turn(1000)
    await rights.allows(list, signal)
    expect(reviewed).to.equal(2)
  })

  it('takes an answer without status for incomplete, and survives nulls', async () => {
    status = { resourceRules: [{ verbs: null, apiGroups: null, resources: null }] }
    expect(await rights.allows(list, signal)).to.equal(true)
    expect(reviewed).to.equal(1)
  })

  it('reads a response of any shape, of which nothing is granted that is not stated', async () => {
    for (const resourceRules of [
      null,
      'x',
      5,
      {},
      [null, 1, []],
      [{ verbs: 'list', apiGroups: {}, resources: [['*']] }],
    ]) {
      status = { resourceRules, incomplete: false }
      time.turn(5000)
      expect(await rights.allows(list, signal), JSON.stringify(resourceRules)).to.equal(false)
    }
    status = {
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: 'web' }],
      incomplete: false,
    }
    time.turn(5000)
    expect(await rights.allows(list, signal)).to.equal(false)
  })

  it('does not keep a failure', async () => {
    const failing = new RulesReviewCache(
      {
        json: async () => {
          sent.push('')
          throw new Error('away')
        },
      } as object as Transport,
      async () => true,
      time,
    )
    for (let n = 0; n < 2; n++)
      expect(await failing.allows(list, signal).catch((error: unknown) => String(error))).to.include('away')
    expect(sent).to.have.length(2)
  })
})
