import { expect } from 'chai'
import { Slices, Turns } from './time.ts'

const SLICE_MS = 30

/** Keeps the event loop for so many milliseconds, as work does. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('a slice of work', () => {
  it('is over when it has taken its time, and begins anew with the next turn', async () => {
    const slices = new Slices(new Turns(), SLICE_MS)
    expect(slices.due).to.equal(false)
    work(SLICE_MS)
    expect(slices.due).to.equal(true)
    await slices.turn()
    expect(slices.due).to.equal(false)
  })

  it('begins anew where others have had the event loop, and not where it merely goes on', () => {
    const slices = new Slices(new Turns(), SLICE_MS)
    work(SLICE_MS)
    expect(slices.due).to.equal(true)
    slices.goOn()
    expect(slices.due, 'at once').to.equal(true)
    work(SLICE_MS)
    slices.goOn()
    expect(slices.due, 'after others').to.equal(false)
  })
})

describe('turns of the event loop', () => {
  it('are taken by one after the other, in the order in which they asked', async () => {
    const turns = new Turns()
    const taken: string[] = []
    const others = setImmediate(() => taken.push('others'))
    await Promise.all(['a', 'b', 'c'].map(async (name) => turns.next().then(() => taken.push(name))))
    clearImmediate(others)
    expect(taken).to.deep.equal(['others', 'a', 'b', 'c'])
  })
})
