import { expect } from 'chai'
import { loopbackCaller } from '../../auth/caller.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import {
  ConflictError,
  ForbiddenByPolicyError,
  NotConfiguredError,
  UnavailableError,
} from '../../core/errors.ts'
import { metadata } from '../../testing/metadata.ts'
import { revealSecret, type Disclosure, type RevealRules } from './reveal.ts'

const GROUP = 'cluster-inspector:local'
const rules: RevealRules = { enabled: true, groups: [GROUP], ownNamespace: 'inspector' }

/** A cluster with one Secret, of which it notes how each read names it: with its values, or their sizes. */
class OneSecret {
  readonly reads: ('sizes' | 'values')[] = []
  readonly #states: readonly object[]

  constructor(...states: object[]) {
    this.#states = states
  }

  get cluster(): Cluster {
    const get = async (kind: Kind<unknown>) => {
      this.reads.push(kind.sizes === undefined ? 'values' : 'sizes')
      return {
        metadata: metadata({ name: 'db' }),
        type: 'Opaque',
        ...(this.#states[this.reads.length - 1] ?? this.#states.at(-1)),
      }
    }
    return { context: 'test', get } as unknown as Cluster
  }
}

interface Options {
  secret?: OneSecret
  namespace?: string
  groups?: readonly string[]
  record?: (disclosure: Disclosure) => Promise<void>
}

async function reveal(changed: Partial<RevealRules> = {}, options: Options = {}) {
  const { secret = new OneSecret({}), namespace = 'shop', record = async () => undefined } = options
  const { groups = [GROUP] } = options
  const caller = { ...loopbackCaller('local'), groups }
  return revealSecret(
    { ...rules, ...changed },
    { cluster: secret.cluster, caller, namespace, name: 'db', record },
  )
}

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the values of a Secret', () => {
  it('returns text for UTF-8, and base64 for other bytes', async () => {
    const data = { text: 'Z3LDvMOfZQ==', bytes: '//79', empty: '', nothing: null }
    expect(await reveal({}, { secret: new OneSecret({ data, type: 'example.com/db' }) })).to.deep.equal({
      name: 'db',
      namespace: 'shop',
      type: 'example.com/db',
      values: {
        text: { value: 'grüße', encoding: 'utf-8' },
        bytes: { value: '//79', encoding: 'base64' },
        empty: { value: '', encoding: 'utf-8' },
        nothing: { value: '', encoding: 'utf-8' },
      },
    })
  })

  it('responds 501 unless values are enabled for a group', async () => {
    const secret = new OneSecret({})
    expect(await failure(reveal({ enabled: false }, { secret }))).to.be.instanceOf(NotConfiguredError)
    expect(await failure(reveal({ groups: [] }, { secret }))).to.be.instanceOf(NotConfiguredError)
    expect(await failure(reveal({ groups: ['others'] }, { secret }))).to.be.instanceOf(ForbiddenByPolicyError)
    expect(await failure(reveal({}, { secret, groups: [] }))).to.be.instanceOf(ForbiddenByPolicyError)
    expect(secret.reads).to.deep.equal([])
  })

  it("refuses values of the service's own Secrets", async () => {
    const secret = new OneSecret({})
    expect(await failure(reveal({}, { secret, namespace: 'inspector' }))).to.be.instanceOf(
      ForbiddenByPolicyError,
    )
    expect(secret.reads).to.deep.equal([])
    expect(await reveal({ ownNamespace: undefined }, { namespace: 'inspector' })).to.include({ name: 'db' })
  })

  for (const type of [
    'kubernetes.io/service-account-token',
    'bootstrap.kubernetes.io/token',
    'helm.sh/release.v1',
  ])
    it(`refuses values of type ${type}`, async () => {
      const secret = new OneSecret({ type })
      expect(await failure(reveal({}, { secret }))).to.be.instanceOf(ForbiddenByPolicyError)
      expect(secret.reads).to.deep.equal(['sizes'])
    })

  it('records a read first, and does not read if that fails', async () => {
    const secret = new OneSecret({})
    const recorded: [Disclosure, string[]][] = []
    await reveal(
      {},
      { secret, record: async (disclosure) => void recorded.push([disclosure, [...secret.reads]]) },
    )
    expect(recorded).to.deep.equal([
      [{ resource: 'secrets', verb: 'get', namespace: 'shop', name: 'db' }, ['sizes']],
    ])
    expect(secret.reads).to.deep.equal(['sizes', 'values'])
    const refused = new OneSecret({})
    const record = async () => {
      throw new UnavailableError('the audit log could not be written')
    }
    expect(await failure(reveal({}, { secret: refused, record }))).to.be.instanceOf(UnavailableError)
    expect(refused.reads).to.deep.equal(['sizes'])
  })

  it('refuses a Secret that replaced the one that was checked', async () => {
    for (const second of [
      { metadata: metadata({ name: 'db', uid: 'other' }) },
      { type: 'helm.sh/release.v1' },
    ])
      expect(await failure(reveal({}, { secret: new OneSecret({}, second) }))).to.be.instanceOf(ConflictError)
  })
})
