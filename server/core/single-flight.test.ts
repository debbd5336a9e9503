import { expect } from 'chai'
import { SingleFlight } from './single-flight.ts'

describe('reads that are joined', () => {
  const never = new AbortController().signal

  it('runs once for a thousand concurrent calls [P18]', async () => {
    const flights = new SingleFlight()
    const gate = Promise.withResolvers<number>()
    let started = 0
    const start = () => {
      started++
      return gate.promise
    }
    const all = Array.from({ length: 1000 }, () => flights.run('pods', never, start))
    gate.resolve(7)
    expect(new Set(await Promise.all(all))).to.deep.equal(new Set([7]))
    expect(started).to.equal(1)
    await flights.run('pods', never, start)
    expect(started).to.equal(2)
  })

  it('go on while anybody waits, and end with the last who leaves', async () => {
    const flights = new SingleFlight()
    let signal: AbortSignal | undefined
    const start = (given: AbortSignal) => {
      signal = given
      return new Promise<never>((_resolve, reject) =>
        given.addEventListener('abort', () => reject(new Error('ended'))),
      )
    }
    const [one, two] = [new AbortController(), new AbortController()]
    const reason = (work: Promise<unknown>) => work.catch((error: unknown) => String(error))
    const first = reason(flights.run('a', one.signal, start))
    const second = reason(flights.run('a', two.signal, start))
    one.abort(new Error('first left'))
    expect(await first).to.equal('Error: first left')
    expect(signal?.aborted).to.equal(false)
    two.abort(new Error('second left'))
    expect(await second).to.equal('Error: second left')
    expect(signal?.aborted).to.equal(true)
  })

  it('share a failure', async () => {
    const flights = new SingleFlight()
    const start = async () => Promise.reject(new Error('no'))
    const ends = await Promise.allSettled([flights.run('a', never, start), flights.run('a', never, start)])
    expect(ends.map((end) => end.status)).to.deep.equal(['rejected', 'rejected'])
  })
})
