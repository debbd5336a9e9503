import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import { replace } from '../../testing/build-cached-object.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { Store } from '../cache/store.ts'
import { WriteTracker } from './write-tracker.ts'

describe('the writes to a cluster', () => {
  const store = new Store<unknown>(pods)
  replace(store, [], '100')
  const { signal } = new AbortController()

  it('count as seen by a store at their version or later', () => {
    const writes = new WriteTracker(new ManualClock())
    writes.changed(pods, '100')
    expect(writes.isVisible(store, '99')).to.equal(true)
    writes.changed(pods, '101')
    expect(writes.isVisible(store, undefined)).to.equal(false)
  })

  for (const version of ['abc', '12.5', '1e3', 'eyJtZW1iZXIxIjoiMTAwNCJ9'])
    it(`count as unseen for a while if versions are not comparable (${version})`, async () => {
      const time = new ManualClock()
      const writes = new WriteTracker(time)
      expect(writes.isVisible(store, version), 'as a caller says').to.equal(false)
      writes.changed(pods, version)
      expect(writes.isVisible(store, undefined)).to.equal(false)
      expect(await writes.waitUntilVisible(store, undefined, signal), 'without a wait').to.equal(false)
      expect(time.due).to.deep.equal([])
      time.turn(11 * 60_000)
      expect(writes.isVisible(store, undefined)).to.equal(true)
    })
})
