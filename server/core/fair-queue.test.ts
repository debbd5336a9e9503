import { expect } from 'chai'
import { TooManyRequestsError, UnavailableError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import { tick } from '../testing/tick.ts'

describe('FairQueue', () => {
  const forever = new AbortController().signal
  let started: string[]
  let finish: Map<string, (failure?: Error) => void>

  beforeEach(() => {
    started = []
    finish = new Map()
  })

  /** Returns work that runs until `end` is called with its name. */
  function work(name: string): () => Promise<string> {
    return () => {
      started.push(name)
      return new Promise((resolve, reject) =>
        finish.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure))),
      )
    }
  }

  async function end(name: string, failure?: Error): Promise<void> {
    await tick(1)
    finish.get(name)?.(failure)
    await tick(1)
  }

  const queueOf = (options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
    new FairQueue({ subject: 'lists', running: 1, waitingPerCaller: 3, waiting: 5, ...options })
  const errorOf = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('starts work of different callers in turn, and of one caller in order', async () => {
    const queue = queueOf()
    const runs = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
      queue.run(name.slice(0, 1), forever, work(name)),
    )
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      await tick(1)
      expect(started.at(-1)).to.equal(name)
      await end(name)
    }
    expect(await Promise.all(runs)).to.deep.equal(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
  })

  it('does not pass over waiting work for a caller who comes again and again', async () => {
    const queue = queueOf()
    void queue.run('a', forever, work('a1'))
    void queue.run('b', forever, work('b1'))
    void queue.run('b', forever, work('b2'))
    await end('a1')
    for (const [again, running] of [
      ['a2', 'b1'],
      ['a3', 'a2'],
    ] as const) {
      void queue.run('a', forever, work(again))
      await end(running)
    }
    expect(started).to.deep.equal(['a1', 'b1', 'a2', 'b2'])
  })

  it('keeps places for other callers while one caller has work waiting', async () => {
    const queue = queueOf({ running: 4 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.run('a', forever, work(name))
    await tick(1)
    expect(started).to.deep.equal(['a1', 'a2'])
    void queue.run('b', forever, work('b1'))
    await tick(1)
    expect(started).to.deep.equal(['a1', 'a2', 'b1'])
    await end('a1')
    expect(started).to.deep.equal(['a1', 'a2', 'b1', 'a3'])
  })

  it('rejects work over the limit of one caller with 429, and still accepts that of others', async () => {
    const queue = queueOf()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.run('a', forever, work(name))
    const refused = await errorOf(queue.run('a', forever, work('a5')))
    expect(refused).to.be.instanceOf(TooManyRequestsError)
    expect(String(refused)).to.include('too many lists are waiting (limit 3)')
    void queue.run('b', forever, work('b1'))
    await end('a1')
    expect(started).to.deep.equal(['a1', 'b1'])
  })

  it('rejects work over the limit of all callers with 503', async () => {
    const queue = queueOf()
    for (const caller of ['a', 'b', 'c', 'd', 'e', 'f']) void queue.run(caller, forever, work(caller))
    const refused = await errorOf(queue.run('g', forever, work('g')))
    expect(refused).to.be.instanceOf(UnavailableError)
    expect(String(refused)).to.include('too many lists of all callers are waiting (limit 5)')
    await end('a')
    void queue.run('g', forever, work('g'))
    for (const caller of ['b', 'c', 'd', 'e', 'f', 'g']) await end(caller)
    expect(started).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  it('rejects work that waits until its deadline with a message about load, and never starts it', async () => {
    const queue = queueOf()
    const deadline = new AbortController()
    void queue.run('a', forever, work('a1'))
    const late = errorOf(queue.run('b', deadline.signal, work('b1')))
    deadline.abort(new DOMException('request deadline exceeded', 'TimeoutError'))
    expect(await late).to.be.instanceOf(UnavailableError)
    expect(String(await late)).to.include('too many lists are running')
    expect(await errorOf(queue.run('b', deadline.signal, work('b2')))).to.be.instanceOf(UnavailableError)
    void queue.run('c', forever, work('c1'))
    await end('a1')
    expect(started).to.deep.equal(['a1', 'c1'])
  })

  it('rejects work that began late and was cut by its deadline with a message about load too', async () => {
    const queue = queueOf()
    const deadline = new AbortController()
    const timeout = new DOMException('request deadline exceeded', 'TimeoutError')
    const first = errorOf(queue.run('a', deadline.signal, work('a1')))
    const second = errorOf(queue.run('a', deadline.signal, work('a2')))
    await end('a1', new Error('no'))
    await tick(1)
    deadline.abort(timeout)
    await end('a2', timeout)
    expect(String(await first), 'it did not wait').to.equal('Error: no')
    expect(await second).to.be.instanceOf(UnavailableError)
  })

  it('rejects work whose caller left with the reason of the signal, and frees its place in the line', async () => {
    const queue = queueOf({ waitingPerCaller: 1 })
    const left = new AbortController()
    void queue.run('a', forever, work('a1'))
    const gone = errorOf(queue.run('a', left.signal, work('a2')))
    const reason = new Error('the client disconnected')
    left.abort(reason)
    expect(await gone).to.equal(reason)
    void queue.run('a', forever, work('a3'))
    await end('a1')
    expect(started).to.deep.equal(['a1', 'a3'])
  })

  it('starts the next work after a failure, and passes the failure on', async () => {
    const queue = queueOf()
    const failed = errorOf(queue.run('a', forever, work('a1')))
    void queue.run('a', forever, work('a2'))
    const failure = new Error('no')
    await end('a1', failure)
    expect(await failed).to.equal(failure)
    expect(started).to.deep.equal(['a1', 'a2'])
  })
})
