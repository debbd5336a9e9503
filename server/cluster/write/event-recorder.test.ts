import { expect } from 'chai'
import type { ApiCall } from '../client/api-call.ts'
import type { Transport } from '../client/transport.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { EventRecorder } from './event-recorder.ts'

describe('EventRecorder', () => {
  it('quotes the name of the caller, so that a name cannot pass for words of the message [A17]', () => {
    const messages: unknown[] = []
    const transport = {
      json: async ({ body }: ApiCall) => void messages.push((body as { message: string }).message),
    } as object as Transport
    const recorder = new EventRecorder(transport, { eventRefused: () => undefined }, () => 0)
    const pod = { kind: pods, namespace: 'shop', name: 'web', uid: '1', resourceVersion: '2' }
    const caller = { name: 'bob: rejected by "admin"', via: 'token', requestId: 'r-1' }
    recorder.record(caller, pod, { reason: 'Restarted', text: 'Restarted' })
    const quoted = String.raw`"bob: rejected by \"admin\""`
    expect(messages).to.deep.equal([
      `Restarted by ${quoted} via token through Cluster Inspector (request r-1)`,
    ])
  })
})
