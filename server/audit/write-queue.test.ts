import { expect } from 'chai'
import { WriteQueue, type Priority } from './write-queue.ts'

describe('WriteQueue', () => {
  it('runs one job at a time, and those of writes first', async () => {
    const queue = new WriteQueue()
    const done: string[] = []
    let running = 0
    const run = (priority: Priority, name: string) =>
      queue.run(priority, async () => {
        expect(++running).to.equal(1)
        await Promise.resolve()
        running--
        done.push(name)
      })
    await Promise.all([
      run('other', 'a'),
      run('other', 'b'),
      run('write', 'c'),
      run('other', 'd'),
      run('write', 'e'),
    ])
    expect(done.join('')).to.equal('aceb'.concat('d'))
  })

  it('has room for a write while there is none for others', async () => {
    const queue = new WriteQueue()
    const { promise, resolve } = Promise.withResolvers<void>()
    const running: Promise<void>[] = []
    while (queue.hasRoom('other')) running.push(queue.run('other', () => promise))
    expect([running.length, queue.hasRoom('write')]).to.deep.equal([1001, true])
    resolve()
    await Promise.all(running)
    expect(queue.hasRoom('other')).to.equal(true)
  })

  it('goes on after a job that fails', async () => {
    const queue = new WriteQueue()
    const failed = queue.run('write', async () => {
      throw new Error('ENOSPC')
    })
    expect(await queue.run('write', async () => 'next')).to.equal('next')
    expect(await failed.catch((error: Error) => error.message)).to.equal('ENOSPC')
  })
})
