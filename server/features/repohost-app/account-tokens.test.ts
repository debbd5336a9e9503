import { expect } from 'chai'
import { HostAccountRequiredError, HostError } from '../../core/errors.ts'
import type { Clock } from '../../core/clock.ts'
import { eventually } from '../../testing/eventually.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import type { Person } from '../settings/people.ts'
import type { RecordStore } from '../settings/record-store.ts'
import { Records } from '../settings/records.ts'
import { Seal } from '../settings/seal.ts'
import { temporaryKeys } from '../settings/seal-keys.ts'
import { MemoryStore } from '../settings/stores/memory-store.ts'
import { AccountStore } from './account-store.ts'
import { AccountTokens } from './account-tokens.ts'
import { tokensOf, type HostAccount, type HostTokens } from './host-account.ts'
import { GrantRejectedError } from './oauth-client.ts'

const HOUR = 3_600_000
/** Longest wait for another replica or for the store, and between two attempts to write. */
const [POLL_MS, CONFLICT_MS] = [500, 40]
const { signal } = new AbortController()
const person: Person = { key: `u-${'a'.repeat(40)}`, user: 'oidc:ada', subject: 'https://issuer 4711' }
const binding = { issuer: 'https://git.example/', clientId: 'client' }
const log = { warn: () => undefined, error: () => undefined }

/** A host that accepts each refresh token once, and replicas that share records. */
class Scene {
  readonly time = new ManualClock()
  readonly store: RecordStore
  readonly seal = new Seal(temporaryKeys(), log)
  readonly used: string[] = []
  readonly revoked: string[] = []
  /** Completes before each answer of the host. */
  answer: () => Promise<void> = async () => undefined
  #last = 1

  constructor(store: RecordStore = new MemoryStore()) {
    this.store = store
  }

  get now(): number {
    return this.time.now()
  }

  issue(): HostTokens {
    const number = ++this.#last
    return tokensOf(
      {
        accessToken: `access-${number}`,
        seconds: HOUR / 1000,
        refreshToken: `refresh-${number}`,
        refreshSeconds: undefined,
      },
      this.now,
    )
  }

  accounts(time: Clock = this.time): AccountStore {
    return new AccountStore({ records: new Records(this.store, time), seal: this.seal, binding })
  }

  replica(): AccountTokens {
    const oauth = {
      refresh: async (token: string) => {
        const isFirst = !this.used.includes(token)
        this.used.push(token)
        await this.answer()
        if (!isFirst) throw new GrantRejectedError('bad_refresh_token')
        return this.issue()
      },
      revoke: async (token: string) => {
        this.revoked.push(token)
        return true
      },
    }
    const { time } = this
    return new AccountTokens({
      store: this.accounts(),
      oauth,
      time,
      clock: () => this.now,
      log,
      connectUrl: '/connect',
    })
  }

  async connect(): Promise<HostAccount> {
    const account: HostAccount = {
      ...tokensOf(
        {
          accessToken: 'access-1',
          seconds: HOUR / 1000,
          refreshToken: 'refresh-1',
          refreshSeconds: undefined,
        },
        this.now,
      ),
      ...binding,
      subject: person.subject,
      login: 'ada',
      id: 'connection',
      generation: 0,
    }
    await this.accounts().update(person, signal, () => ({ account, renewingUntil: 0 }))
    return account
  }

  async stored(): Promise<HostAccount | undefined> {
    return (await this.accounts().read(person, signal)).account
  }

  /** Lets time pass while only that is waited for, until work is done; reads and writes take no time. */
  async passing<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const ended = Promise.allSettled([work]).then(() => (isDone = true))
    await eventually('the work to be done', () => {
      const [next = Infinity] = this.time.due
      const isWaiting = (this.time.due.at(-1) ?? Infinity) <= POLL_MS || next <= CONFLICT_MS
      if (!isDone && isWaiting) this.time.turn(next)
      return isDone
    })
    await ended
    return work
  }
}

async function requiredFrom(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof HostAccountRequiredError) return error.connectUrl
    throw error
  }
  throw new Error('the attempt succeeded')
}

describe('AccountTokens', () => {
  it('uses a token until ten minutes before its end, and renews it then', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    const tokens = scene.replica()
    scene.time.turn(HOUR - 600_001)
    expect((await tokens.current(person, account, signal)).accessToken).to.equal('access-1')
    expect(scene.used).to.deep.equal([])
    scene.time.turn(1)
    expect((await tokens.current(person, account, signal)).accessToken).to.equal('access-2')
    expect(await scene.stored()).to.include({ accessToken: 'access-2', generation: 1, login: 'ada' })
  })

  it('renews a token once for all requests of a person, and stores it when all of them have left', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    const tokens = scene.replica()
    scene.time.turn(HOUR)
    const answered = Promise.withResolvers<undefined>()
    scene.answer = () => answered.promise
    const leave = new AbortController()
    const requests = [1, 2, 3].map(() => tokens.current(person, account, leave.signal))
    await eventually('the exchange to begin', () => scene.used.length === 1)
    leave.abort(new Error('the client disconnected'))
    for (const request of requests)
      expect(await request.catch((error: Error) => error.message)).to.match(/is being renewed: retry$/)
    const closed = tokens.close()
    answered.resolve(undefined)
    await closed
    expect(scene.used).to.deep.equal(['refresh-1'])
    expect((await scene.stored())?.accessToken).to.equal('access-2')
  })

  it('renews by one of two replicas, and the other waits for the new tokens', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    scene.time.turn(HOUR)
    const answered = Promise.withResolvers<undefined>()
    scene.answer = () => answered.promise
    const both = Promise.all([1, 2].map(() => scene.replica().current(person, account, signal)))
    await eventually('the exchange to begin', () => scene.used.length === 1)
    answered.resolve(undefined)
    const found = await scene.passing(both)
    expect(found.map(({ accessToken }) => accessToken)).to.deep.equal(['access-2', 'access-2'])
    expect(scene.used).to.deep.equal(['refresh-1'])
  })

  it('uses a valid token while another replica renews it', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    scene.time.turn(HOUR - 60_000)
    scene.answer = () => new Promise(() => undefined)
    void scene
      .replica()
      .current(person, account, signal)
      .catch(() => undefined)
    await eventually('the exchange to begin', () => scene.used.length === 1)
    expect((await scene.replica().current(person, account, signal)).accessToken).to.equal('access-1')
  })

  it('renews 30 seconds after another replica died in the middle', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    scene.time.turn(HOUR)
    // The replica that died had written that it renews, and had sent nothing.
    const until = scene.now + 30_000
    await scene.accounts().update(person, signal, (state) => ({ ...state, renewingUntil: until }))
    const found = await scene.passing(scene.replica().current(person, account, signal))
    expect(found.accessToken).to.equal('access-2')
    expect(scene.used).to.deep.equal(['refresh-1'])
  })

  it('renews although a time in the record blocks that for longer than any replica does', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    scene.time.turn(HOUR)
    await scene.accounts().update(person, signal, (state) => ({ ...state, renewingUntil: scene.now + HOUR }))
    expect((await scene.replica().current(person, account, signal)).accessToken).to.equal('access-2')
  })

  it('repeats the write of new tokens if the store fails after the exchange', async () => {
    let failures = 0
    const memory = new MemoryStore()
    const scene = new Scene({
      read: (...input) => memory.read(...input),
      write: async (...input) => {
        if (failures-- > 0) throw new HostError('the store fails', 'the store fails')
        return memory.write(...input)
      },
    })
    const account = await scene.connect()
    scene.time.turn(HOUR)
    scene.answer = async () => void (failures = 3)
    const found = await scene.passing(scene.replica().current(person, account, signal))
    expect(found.accessToken).to.equal('access-2')
    expect(await scene.stored()).to.include({ accessToken: 'access-2' })
    expect(scene.used).to.deep.equal(['refresh-1'])
  })

  it('reads the record again if the host rejects a refresh token, for newer tokens of another replica', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    scene.time.turn(HOUR)
    scene.used.push('refresh-1')
    scene.answer = async () => {
      const newer = { ...account, ...scene.issue(), generation: 1 }
      await scene.accounts().update(person, signal, () => ({ account: newer, renewingUntil: 0 }))
    }
    expect((await scene.replica().current(person, account, signal)).accessToken).to.equal('access-2')
  })

  it('uses a token to its end if the host rejects the refresh token, and forgets the account then', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    const tokens = scene.replica()
    scene.used.push('refresh-1')
    scene.time.turn(HOUR - 60_000)
    const last = await tokens.current(person, account, signal)
    expect(last).to.include({ accessToken: 'access-1', refreshToken: undefined })
    expect(await tokens.current(person, last, signal)).to.equal(last)
    expect(scene.used, 'the token is not tried again').to.have.length(2)
    scene.time.turn(60_000)
    expect(await requiredFrom(tokens.current(person, last, signal))).to.equal('/connect')
    expect(await scene.stored()).to.equal(undefined)
  })

  it('keeps the tokens if the host cannot be reached', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    const tokens = scene.replica()
    scene.time.turn(HOUR - 60_000)
    let attempts = 0
    scene.answer = async () => {
      attempts++
      scene.used.length = 0
      throw new HostError('no token', 'unreachable')
    }
    for (let n = 0; n < 3; n++)
      expect((await tokens.current(person, account, signal)).accessToken).to.equal('access-1')
    expect(attempts, 'attempts within 30 seconds').to.equal(1)
    scene.time.turn(60_000)
    const failure: unknown = await tokens.current(person, account, signal).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(HostError)
    scene.answer = async () => undefined
    expect((await tokens.current(person, account, signal)).accessToken).to.equal('access-2')
  })

  it('renews a token that the host refuses once, or reads the one of another replica', async () => {
    const scene = new Scene()
    await scene.connect()
    const tokens = scene.replica()
    expect((await tokens.renew(person, 'access-1', signal)).accessToken).to.equal('access-2')
    expect((await scene.replica().renew(person, 'access-1', signal)).accessToken).to.equal('access-2')
    expect(scene.used).to.deep.equal(['refresh-1'])
  })

  it('revokes new tokens if the person disconnected meanwhile', async () => {
    const scene = new Scene()
    const account = await scene.connect()
    scene.time.turn(HOUR)
    scene.answer = () =>
      scene.accounts().update(person, signal, () => ({ account: undefined, renewingUntil: 0 }))
    expect(await requiredFrom(scene.replica().current(person, account, signal))).to.equal('/connect')
    expect([await scene.stored(), scene.revoked]).to.deep.equal([undefined, ['access-2']])
  })

  it('finds no account for another subject, host or client', async () => {
    const scene = new Scene()
    await scene.connect()
    const other = { ...person, subject: 'https://issuer 4712' }
    expect((await scene.accounts().read(other, signal)).account).to.equal(undefined)
    for (const bound of [
      { ...binding, issuer: 'https://other.example/' },
      { ...binding, clientId: 'other' },
    ]) {
      const records = new Records(scene.store, scene.time)
      const accounts = new AccountStore({ records, seal: scene.seal, binding: bound })
      expect((await accounts.read(person, signal)).account).to.equal(undefined)
    }
  })

  it('leaves no token in clear in the record', async () => {
    const scene = new Scene()
    await scene.connect()
    const stored = JSON.stringify(await scene.store.read(person.key, signal))
    expect(stored)
      .to.include('hostAccount')
      .and.not.match(/access-1|refresh-1/)
  })
})
