import { Readable } from 'node:stream'
import { expect } from 'chai'
import { Turns } from '../../turns.ts'
import { pods } from '../kinds.ts'
import type { Pod } from '../objects.ts'
import { Reachability } from '../reachability.ts'
import { systemTime } from '../time.ts'
import { Reflector } from './reflector.ts'
import { Refused, type WatchSource } from './source.ts'
import { Store } from './store.ts'
import { Zstandard } from './zstandard.ts'

/** More than is taken in at one go. */
const MANY = 5000

describe('a reflector that is stopped while it takes in what has come', () => {
  let store: Store<Pod>
  let reflector: Reflector<Pod>
  const started = (source: WatchSource): void => {
    const nothing = (): void => undefined
    const observer = { synced: nothing, live: nothing, ended: nothing, quarantined: nothing }
    const reachability = new Reachability(async () => 'ready', systemTime)
    store = new Store(pods)
    reflector = new Reflector(store, source, {
      reachability,
      time: systemTime,
      turns: new Turns(),
      zstandard: new Zstandard(),
      observer,
      view: undefined,
    })
    reflector.start()
  }
  const object = (index: number): object => ({
    kind: 'Pod',
    metadata: { namespace: 'shop', name: `web-${index}`, resourceVersion: String(100 + index) },
  })
  /** The JSON of each object; stops the reflector after the first few, and says when nobody goes on any more. */
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

  it('holds none of the changes', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const version = { resourceVersion: '99', annotations: { 'k8s.io/initial-events-end': 'true' } }
    const whole = { type: 'BOOKMARK', object: { kind: 'Pod', metadata: version } }
    const changes = Array.from({ length: MANY }, (_, index) => ({ type: 'ADDED', object: object(index) }))
    const body = Readable.from([
      Buffer.from([whole, ...changes].map((one) => `${JSON.stringify(one)}\n`).join('')),
    ])
    body.on('close', () => setImmediate(() => resolve(undefined)))
    started({ watch: async () => body, page: () => Promise.reject(new Error('nobody asks for a page')) })
    const leave = store.observe(({ changes: [first] }) => {
      if (first === undefined) return
      leave()
      setImmediate(() => reflector.stop())
    })
    await promise
    expect([reflector.state, store.size, store.version]).to.deep.equal(['stopped', 0, undefined])
  })

  it('holds none of a list', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const items = listed(() => resolve(undefined))
    started({
      watch: () => Promise.reject(new Refused(400, 'BadRequest')),
      page: async () => ({ items, version: '9999', next: '' }),
    })
    await promise
    expect([reflector.state, store.size, store.version]).to.deep.equal(['stopped', 0, undefined])
  })
})
