import { expect } from 'chai'
import { eventually } from '../testing/eventually.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { errorMessage } from './errors.ts'
import { PolledFile } from './polled-file.ts'

describe('PolledFile', () => {
  let time: ManualClock
  let read: () => string | undefined
  let applied: string[]
  let rejected: string[]
  let checks: number

  const open = (content?: string): PolledFile<string> =>
    new PolledFile<string>(
      {
        name: 'a file',
        everyMs: 1000,
        after: (milliseconds, run) => time.after(milliseconds, run),
        read: async () => read(),
        isSame: (one, other) => one === other,
        apply: (text) => {
          if (text === 'unfit') throw new Error('it does not fit')
          applied.push(text)
        },
        reject: (reason) => rejected.push(reason),
        reasonFor: errorMessage,
        onCheck: () => checks++,
      },
      content,
    )

  beforeEach(() => {
    ;[time, applied, rejected, checks, read] = [new ManualClock(), [], [], 0, () => 'a']
  })

  it('applies content once for each change', async () => {
    const file = open('a')
    file.start()
    for (const text of ['a', 'b', 'b', 'c']) {
      read = () => text
      const before = checks
      time.turn(1000)
      await eventually('a check', () => checks > before && time.due.length === 1)
    }
    expect(applied).to.deep.equal(['b', 'c'])
  })

  it('keeps the last good content while a new one is unusable, and reports each reason once', async () => {
    const file = open()
    await file.check()
    read = () => {
      throw new Error('torn')
    }
    await file.check()
    await file.check()
    read = () => 'unfit'
    await file.check()
    read = () => 'a'
    await file.check()
    expect(applied).to.deep.equal(['a'])
    expect(rejected).to.deep.equal(['torn', 'it does not fit'])
  })

  it('tries content that could not be applied again', async () => {
    const file = open()
    read = () => 'unfit'
    await file.check()
    read = () => 'b'
    await file.check()
    expect(applied).to.deep.equal(['b'])
  })

  it('applies nothing after it is stopped, and leaves no timer', async () => {
    const file = open()
    file.start()
    const { promise, resolve } = Promise.withResolvers<string>()
    read = () => 'b'
    const slow = new PolledFile<string>({
      name: 'a slow file',
      everyMs: 1000,
      after: (milliseconds, run) => time.after(milliseconds, run),
      read: () => promise,
      isSame: () => false,
      apply: (text) => applied.push(text),
      reject: (reason) => rejected.push(reason),
      reasonFor: errorMessage,
    })
    const checking = slow.check()
    slow.stop()
    resolve('late')
    await checking
    file.stop()
    slow.start()
    expect([applied, time.due]).to.deep.equal([[], []])
  })
})
