import { expect } from 'chai'
import { tick } from '../../testing/tick.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { BackgroundRefresher } from './background-refresh.ts'

const NOW = 1_000_000

/** Fake dependencies of a cached response: a test moves them and says whether the content changed. */
class Moving {
  readonly validityFor = () => undefined
  unchanged = true
  waiting = 0
  #next = Promise.withResolvers<void>()

  nextChange(): Promise<void> {
    this.waiting++
    return this.#next.promise
  }

  /** Signals a move and waits until everything that waited for it has run. */
  async move(change: { same: boolean }): Promise<void> {
    this.unchanged = change.same
    const { resolve } = this.#next
    this.#next = Promise.withResolvers<void>()
    resolve()
    await settled()
  }
}

/**
 * Waits three turns of the event loop: two until the response is computed, one for the promises that this
 * resolves.
 */
const settled = () => tick(3)

function aheadOf() {
  const made: string[] = []
  const ahead = new BackgroundRefresher(
    async (url: string) => {
      made.push(url)
    },
    () => NOW,
    new Scheduler(),
  )
  const follow = (url: string, { given }: { given: number | undefined }) => {
    const ground = new Moving()
    ahead.track(url, { dependencies: ground, given: given === undefined ? undefined : { now: given } })
    return ground
  }
  return { ahead, made, follow }
}

describe('Ahead', () => {
  it('lets one who asked meanwhile go first', async () => {
    const { made, follow } = aheadOf()
    const ground = follow('/a', { given: NOW })
    const moved = ground.move({ same: false })
    await tick(1)
    expect(made).to.deep.equal([])
    await moved
    expect(made).to.deep.equal(['/a'])
  })

  it('makes an answer once what it was made of has changed, and not before', async () => {
    const { made, follow } = aheadOf()
    const ground = follow('/a', { given: NOW })
    await ground.move({ same: true })
    await ground.move({ same: true })
    expect(made).to.deep.equal([])
    await ground.move({ same: false })
    expect(made).to.deep.equal(['/a'])
    await ground.move({ same: false })
    expect(made).to.deep.equal(['/a'])
  })

  it('makes at once what changed before it was followed', async () => {
    const { ahead, made } = aheadOf()
    const ground = new Moving()
    ground.unchanged = false
    ahead.track('/a', { dependencies: ground, given: { now: NOW } })
    await settled()
    expect(made).to.deep.equal(['/a'])
  })

  it('leaves what nobody has asked for since it was made, or not lately, to who asks next', async () => {
    const { made, follow } = aheadOf()
    const [never, long, lately] = [
      follow('/never', { given: undefined }),
      follow('/long', { given: NOW - 1001 }),
      follow('/lately', { given: NOW - 1000 }),
    ]
    for (const ground of [never, long, lately]) await ground.move({ same: false })
    expect(made).to.deep.equal(['/lately'])
  })

  it('follows the last answer to a URL alone', async () => {
    const { made, follow } = aheadOf()
    const before = follow('/a', { given: NOW })
    const now = follow('/a', { given: NOW })
    await before.move({ same: false })
    expect(made).to.deep.equal([])
    await now.move({ same: false })
    expect(made).to.deep.equal(['/a'])
  })

  it('follows sixteen answers, the last ones', async () => {
    const { made, follow } = aheadOf()
    const grounds = Array.from({ length: 17 }, (_, at) => follow(`/${at}`, { given: NOW }))
    for (const ground of grounds) await ground.move({ same: false })
    expect(made).to.deep.equal(Array.from({ length: 16 }, (_, at) => `/${at + 1}`))
  })

  it('does not wait for what it does not follow any more', async () => {
    const { follow } = aheadOf()
    const before = follow('/a', { given: NOW })
    follow('/a', { given: NOW })
    await before.move({ same: true })
    expect(before.waiting).to.equal(1)
  })

  it('does not follow what was made of more than one thing', async () => {
    const { ahead, made } = aheadOf()
    const ground = { validityFor: () => undefined, unchanged: false, nextChange: () => undefined }
    ahead.track('/a', { dependencies: ground, given: { now: NOW } })
    await settled()
    expect(made).to.deep.equal([])
  })
})
