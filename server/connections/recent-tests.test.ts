import { expect } from 'chai'
import type { ConnectionTest } from '../api/schemas/connections.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { RecentTests } from './recent-tests.ts'

describe('connection tests', () => {
  const [first, second] = [{ name: 'first' }, { name: 'second' }]
  const { signal } = new AbortController()
  let time: ManualClock
  let run: string[]
  let tests: RecentTests<{ name: string }>

  beforeEach(() => {
    time = new ManualClock()
    run = []
    tests = new RecentTests(time, async ({ name }): Promise<ConnectionTest> => {
      run.push(name)
      if (run.length === 7) throw new Error('the deadline passed')
      return { success: true, context: name, message: '', checks: [] }
    })
  })

  it('run once in 5 s for each caller and connection [A17]', async () => {
    const ada = async (connection: { name: string }) => tests.test(connection, 'ada', signal)
    await Promise.all([ada(first), ada(first), ada(first)])
    expect(run).to.deep.equal(['first'])
    time.turn(4_999)
    expect(await ada(first)).to.include({ context: 'first' })
    expect(run).to.deep.equal(['first'])
    expect(await ada(second)).to.include({ context: 'second' })
    await tests.test(first, 'bea', signal)
    expect(run).to.deep.equal(['first', 'second', 'first'])
    time.turn(1)
    await ada(first)
    expect(run).to.deep.equal(['first', 'second', 'first', 'first'])
  })

  it('caches no connection test that does not end', async () => {
    run = Array.from({ length: 6 }, () => 'earlier')
    const failed = await tests.test(first, 'ada', signal).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    expect(await tests.test(first, 'ada', signal)).to.include({ success: true })
  })
})
