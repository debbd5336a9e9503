import { expect } from 'chai'
import { applyMessage, emptyStore, type StreamMessage } from './object-store.ts'

describe('objects of the console that the stream keeps up', () => {
  const pod = (type: string, name: string, status = 'Running'): StreamMessage => ({
    event: 'pod',
    id: undefined,
    data: { type, object: { name, namespace: 'shop', status } },
  })
  const message = (event: string, data: unknown = {}): StreamMessage => ({ event, id: undefined, data })
  const apply = (store: ReturnType<typeof emptyStore>, ...messages: StreamMessage[]) =>
    messages.map((one) => applyMessage(store, 'pod', one))
  const statuses = (store: ReturnType<typeof emptyStore>) =>
    [...store.objects.values()].map(({ name, status }) => `${String(name)} ${String(status)}`)

  it('adds, replaces and removes objects by namespace and name', () => {
    const store = emptyStore()
    apply(store, pod('ADDED', 'a'), pod('ADDED', 'b'), pod('MODIFIED', 'a', 'Failed'), pod('DELETED', 'b'))
    expect(statuses(store)).to.deep.equal(['a Failed'])
  })

  it('starts again at a resync, and counts as complete once it is in sync', () => {
    const store = emptyStore()
    apply(store, pod('ADDED', 'a'), message('synced'))
    expect(store.synced).to.equal(true)
    apply(store, message('resync'), pod('ADDED', 'b'))
    expect([statuses(store), store.synced]).to.deep.equal([['b Running'], false])
  })

  it('shows nothing of a kind once its right is taken away, and the words of the cluster', () => {
    const store = emptyStore()
    apply(store, pod('ADDED', 'a'), message('forbidden', { kind: 'pods', error: 'pods is forbidden: …' }))
    expect([store.objects.size, store.denied]).to.deep.equal([0, 'pods is forbidden: …'])
  })

  it('shows the objects again once the right is back', () => {
    const store = emptyStore()
    apply(store, message('forbidden', { error: 'no' }), pod('ADDED', 'a'))
    expect([store.objects.size, store.denied]).to.deep.equal([1, undefined])
  })

  it('ignores heartbeats and events of other kinds', () => {
    const store = emptyStore()
    expect(apply(store, message('heartbeat'), message('node', { type: 'ADDED', object: {} }))).to.deep.equal([
      false,
      false,
    ])
  })

  it('keeps events apart, which have no names', () => {
    const store = emptyStore()
    for (const message of ['one', 'two'])
      applyMessage(store, 'event', {
        event: 'event',
        id: undefined,
        data: { type: 'ADDED', object: { reason: 'Failed', message, involvedObject: { name: 'a' } } },
      })
    expect(store.objects.size).to.equal(2)
  })
})
