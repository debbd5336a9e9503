import { addAbortSignal, Readable } from 'node:stream'
import { expect } from 'chai'
import { until } from '../../../e2e/support/until.ts'
import { reportFailures } from '../../core/background.ts'
import { compareVersions } from '../../core/formats/resource-version.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { Reachability } from '../contexts/reachability.ts'
import { systemClock, type Clock } from '../../core/clock.ts'
import { Reflector } from './reflector.ts'
import { ApiStatusError, type RawPage, type ListWatcher } from './list-watch.ts'
import { Store } from './store.ts'
import { ZstdCodec } from './zstd-codec.ts'

/** More objects than fit into one time slice. */
const MANY = 5000
/** The bookmark that ends the initial events of a streaming list; here the list is empty. */
const WHOLE = {
  type: 'BOOKMARK',
  object: {
    kind: 'Pod',
    metadata: { resourceVersion: '99', annotations: { 'k8s.io/initial-events-end': 'true' } },
  },
}

describe('a reflector', () => {
  const turns = new Scheduler()
  let store: Store<Pod>
  let reflector: Reflector<Pod>
  const nothing = (): void => undefined
  const started = (source: ListWatcher, time: Clock = systemClock, ended: () => void = nothing): void => {
    const observer = { synced: nothing, ended, quarantined: nothing }
    const reachability = new Reachability(async () => 'ready', systemClock)
    store = new Store(pods)
    reflector = new Reflector(store, source, {
      reachability,
      time,
      scheduler: turns,
      zstandard: new ZstdCodec(),
      observer,
      projection: undefined,
    })
    reflector.start()
  }
  const object = (index: number, more: object = {}): object => ({
    kind: 'Pod',
    metadata: { namespace: 'shop', name: `web-${index}`, resourceVersion: String(100 + index), ...more },
  })
  const lines = (...events: object[]): Buffer =>
    Buffer.from(events.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const noPage = (): Promise<never> => Promise.reject(new Error('nobody asks for a page'))
  /**
   * Yields the JSON of each object, stops the reflector after the first few, and calls `over` when the
   * consumer has closed the generator.
   */
  function* listed(over: () => void): Generator<Buffer> {
    try {
      for (let index = 0; index < MANY; index++) {
        if (index === 3) setImmediate(() => reflector.stop())
        yield Buffer.from(JSON.stringify(object(index)))
      }
    } finally {
      setImmediate(over)
    }
  }

  it('lets go between who came while a change was brought', async () => {
    const body = new Readable({ read: () => undefined })
    started({ watch: async () => body, page: noPage })
    const whole = store.nextChange()
    body.push(lines(WHOLE))
    await whole
    // After these two turns the reflector waits for more bytes, so a turn requested by it from now on comes
    // after turns requested earlier.
    await turns.yield()
    await turns.yield()
    const order: string[] = []
    store.observe(() => order.push('the change'))
    const change = store.nextChange()
    setImmediate(() => order.push('somebody else'))
    body.push(lines({ type: 'ADDED', object: object(1) }))
    await change
    reflector.stop()
    expect(order.slice(0, 2)).to.deep.equal(['somebody else', 'the change'])
  })

  it('lets others go on while a list comes that is brought in one round of the event loop', async () => {
    // Applying one object takes longer than a time slice; finding the end of its line does not.
    const large = { annotations: { note: 'x'.repeat(300_000) } }
    const chunks = Array.from({ length: 40 }, (_, index) =>
      lines({ type: 'ADDED', object: object(index, large) }),
    )
    started({ watch: async () => Readable.from([...chunks, lines(WHOLE)]), page: noPage })
    let rounds = 0
    const count = (): void => {
      rounds++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    await store.nextChange()
    clearImmediate(counting)
    reflector.stop()
    expect(rounds).to.be.at.least(chunks.length / 2)
  })

  it('counts as filling while objects arrive within the time limit, and not otherwise', async () => {
    const time = new ManualClock()
    const body = new Readable({ read: () => undefined })
    started({ watch: async () => body, page: noPage }, time)
    expect(reflector.filling).to.equal(true)
    time.turn(2000)
    expect(reflector.filling).to.equal(false)
    body.push(lines({ type: 'ADDED', object: object(1) }))
    await until('it to get on', async () => reflector.filling || undefined)
    body.push(lines(WHOLE))
    await until('it to be whole', async () => (reflector.state === 'live' ? true : undefined))
    body.push(lines({ type: 'ADDED', object: object(2) }))
    await store.nextChange()
    expect(reflector.filling).to.equal(false)
    reflector.stop()
  })

  it('counts as filling after a failed watch only once objects arrive', async () => {
    const body = new Readable({ read: () => undefined })
    const tries = [() => Promise.reject(new Error('broken')), async () => body]
    let failed = (): void => undefined
    const failure = new Promise<void>((resolve) => (failed = resolve))
    started({ watch: () => tries.shift()?.() ?? noPage(), page: noPage }, systemClock, failed)
    await failure
    expect([reflector.state, reflector.filling]).to.deep.equal(['syncing', false])
    body.push(lines({ type: 'ADDED', object: object(1) }))
    await until('it to get on', async () => reflector.filling || undefined)
    reflector.stop()
  })

  describe('after a lost watch', () => {
    let time: ManualClock
    let first: Readable
    let second: Readable

    /**
     * Starts a reflector that was live, lost its watch 30 s ago, and has opened a new watch that has sent
     * nothing yet.
     */
    beforeEach(async () => {
      time = new ManualClock()
      first = new Readable({ read: () => undefined })
      second = new Readable({ read: () => undefined })
      const watches = [first, second]
      started({ watch: async () => watches.shift() ?? (await noPage()), page: noPage }, time)
      first.push(lines(WHOLE))
      await until('it to be live', async () => (reflector.state === 'live' ? true : undefined))
      first.destroy(new Error('broken'))
      await until('it to wait', async () => (reflector.state === 'degraded' ? true : undefined))
      time.turn(30_000)
      await until('the next watch', async () => (second.readableFlowing !== null ? true : undefined))
    })

    afterEach(() => reflector.stop())

    it('has the age of the loss while missed changes arrive', async () => {
      time.turn(49)
      const change = store.nextChange()
      second.push(lines({ type: 'ADDED', object: object(1) }))
      await change
      await turns.yield()
      time.turn(49)
      expect([reflector.state, reflector.ageMs]).to.deep.equal(['degraded', 30_098])
      time.turn(1)
      expect([reflector.state, reflector.ageMs]).to.deep.equal(['live', 0])
    })

    it('turns live at once when a bookmark arrives', async () => {
      const bookmark = { kind: 'Pod', metadata: { resourceVersion: '4711' } }
      second.push(lines({ type: 'ADDED', object: object(1) }, { type: 'BOOKMARK', object: bookmark }))
      await until('the bookmark', async () => (store.version === '4711' ? true : undefined))
      expect(reflector.state).to.equal('live')
    })
  })

  it('does not count as live while it waits after a watch that ended at once', async () => {
    const body = new Readable({ read: () => undefined })
    const { promise, resolve } = Promise.withResolvers<undefined>()
    started({ watch: async () => body, page: noPage }, new ManualClock(), () =>
      setImmediate(() => resolve(undefined)),
    )
    body.push(lines(WHOLE))
    await until('it to be live', async () => (reflector.state === 'live' ? true : undefined))
    body.push(null)
    await promise
    expect(reflector.state).to.equal('degraded')
    reflector.stop()
  })

  describe('of resourceVersions that do not compare', () => {
    const opaque = (index: number) => object(index, { resourceVersion: `eyJ${index}` })
    const states: [what: string, source: Partial<ListWatcher>][] = [
      [
        'on a streamed list',
        { watch: async () => Readable.from([lines({ type: 'ADDED', object: opaque(1) })]) },
      ],
      [
        'on a bookmark',
        {
          watch: async () =>
            Readable.from([
              lines({ type: 'BOOKMARK', object: { kind: 'Pod', metadata: { resourceVersion: 'abc' } } }),
            ]),
        },
      ],
      [
        'on a watch event',
        { watch: async () => Readable.from([lines(WHOLE, { type: 'ADDED', object: opaque(1) })]) },
      ],
    ]
    let pages: number
    const page = async (): Promise<RawPage> => {
      pages++
      const items = [1, 2].map((index) => Buffer.from(JSON.stringify(opaque(index))))
      return { items, version: 'abc', next: '' }
    }

    beforeEach(() => (pages = 0))
    afterEach(() => reflector.stop())

    for (const [what, source] of states)
      it(`holds nothing while nobody follows (${what})`, async () => {
        const time = new ManualClock()
        started({ watch: noPage, page, ...source }, time)
        await until('it to give up', async () => (reflector.state === 'unordered' ? true : undefined))
        time.turn(10_000)
        expect([store.version, pages]).to.deep.equal([undefined, 0])
      })

    it('lists again and again while somebody follows', async () => {
      const time = new ManualClock()
      started({ watch: () => Promise.reject(new ApiStatusError(422, 'Invalid')), page }, time)
      const leave = store.observe(nothing)
      await until('a first list', async () => {
        time.turn(0)
        return store.size === 2 ? true : undefined
      })
      const first = store.version ?? ''
      const before = pages
      await until('the next', async () => {
        time.turn(2000)
        return pages > before && store.version !== first ? true : undefined
      })
      expect([reflector.state, compareVersions(store.version ?? '', first) > 0]).to.deep.equal([
        'unordered',
        true,
      ])
      leave()
      await until('it to forget', async () => {
        time.turn(500)
        return store.version === undefined ? true : undefined
      })
    })

    it('ends the state forbidden once a list is allowed again', async () => {
      const time = new ManualClock()
      let allowed = true
      const guarded = async () => {
        if (!allowed) throw new ApiStatusError(403, 'Forbidden')
        return page()
      }
      started({ watch: () => Promise.reject(new ApiStatusError(422, 'Invalid')), page: guarded }, time)
      store.observe(nothing)
      const reaches = async (state: string) =>
        until(`the state ${state}`, async () => {
          time.turn(2000)
          return reflector.state === state ? true : undefined
        })
      await reaches('unordered')
      allowed = false
      await reaches('forbidden')
      allowed = true
      await reaches('unordered')
    })

    it('follows again when none was seen for ten minutes', async () => {
      const time = new ManualClock()
      const bodies = [lines({ type: 'ADDED', object: opaque(1) }), lines(WHOLE)]
      const watch = async () => {
        const body = new Readable({ read: () => undefined })
        body.push(bodies.shift() ?? lines(WHOLE))
        return body
      }
      started({ watch, page }, time)
      await until('it to give up', async () => (reflector.state === 'unordered' ? true : undefined))
      await until('it to be live', async () => {
        time.turn(30_000)
        return reflector.state === 'live' ? true : undefined
      })
    })
  })

  it('lists by pages where the stream of all there is has no end', async () => {
    const time = new ManualClock()
    const body = new Readable({ read: () => undefined })
    const watched: (string | undefined)[] = []
    started(
      {
        watch: async (version, signal) => {
          watched.push(version)
          return addAbortSignal(
            signal,
            version === undefined ? body : new Readable({ read: () => undefined }),
          )
        },
        page: async () => ({ items: [Buffer.from(JSON.stringify(object(1)))], version: '500', next: '' }),
      },
      time,
    )
    body.push(lines({ type: 'ADDED', object: object(1) }))
    await until('it to be live', async () => {
      time.turn(1000)
      await turns.yield()
      return reflector.state === 'live' ? true : undefined
    })
    expect([watched, time.now() < 12_000]).to.deep.equal([[undefined, '500'], true])
    reflector.relist()
    await until('another list', async () => {
      time.turn(0)
      return watched.length === 3 ? true : undefined
    })
    expect(watched[2], 'it is remembered').to.equal('500')
    reflector.stop()
  })

  it('lists anew where something beside its watch fails', async () => {
    const reported: string[] = []
    reportFailures((work, error) => reported.push(`${work}: ${String(error)}`))
    const time = new ManualClock()
    const asked: (string | undefined)[] = []
    let ended = (): void => {
      ended = nothing
      throw new Error('no metrics')
    }
    const watch = async (version?: string) => {
      asked.push(version)
      return Readable.from([lines(WHOLE)])
    }
    started({ watch, page: noPage }, time, () => ended())
    await until('a new list', async () => {
      time.turn(1000)
      return asked.length > 1 ? true : undefined
    })
    reflector.stop()
    expect([asked.slice(0, 2), reported]).to.deep.equal([
      [undefined, undefined],
      ['following pods: Error: no metrics'],
    ])
    reportFailures(undefined)
  })

  it('keeps nothing of changes that it was receiving when it was stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const changes = Array.from({ length: MANY }, (_, index) => ({ type: 'ADDED', object: object(index) }))
    const body = Readable.from([lines(WHOLE, ...changes)])
    body.on('close', () => setImmediate(() => resolve(undefined)))
    started({ watch: async () => body, page: noPage })
    const leave = store.observe(({ changes: [first] }) => {
      if (first === undefined) return
      leave()
      setImmediate(() => reflector.stop())
    })
    await promise
    expect([reflector.state, store.size, store.version]).to.deep.equal(['stopped', 0, undefined])
  })

  it('keeps nothing of a list that it was receiving when it was stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const items = listed(() => resolve(undefined))
    started({
      watch: () => Promise.reject(new ApiStatusError(400, 'BadRequest')),
      page: async () => ({ items, version: '9999', next: '' }),
    })
    await promise
    expect([reflector.state, store.size, store.version]).to.deep.equal(['stopped', 0, undefined])
  })
})
