import { expect } from 'chai'
import { WatchEventDecoder } from '../../cluster/cache/watch-event-decoder.ts'
import { parserOf } from '../../cluster/read/parse-body.ts'
import { metadata, now } from '../../testing/metadata.ts'
import type { Secret } from './model.ts'
import { secrets } from './kind.ts'

const VALUE = Buffer.from('a canary').toString('base64')
const object = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: metadata({
    name: 'db',
    resourceVersion: '1',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"password":"${VALUE}"}}` },
  }),
  type: 'Opaque',
  data: { password: VALUE },
}
const bytes = () => Buffer.from(JSON.stringify(object))
const wanted = [{ name: 'password', bytes: 8 }]

describe('the values of Secrets', () => {
  it('keeps values out of the cache, of a list and of a watch', () => {
    const decoder = new WatchEventDecoder(secrets, secrets.summary.reads)
    const event = decoder.event(Buffer.from(`{"type":"ADDED","object":${JSON.stringify(object)}}`))
    const stored = [decoder.item(bytes()), event.type === 'change' ? event.object : undefined]
    for (const one of stored) {
      const json = one?.json.toString() ?? ''
      expect(json).to.not.include(VALUE)
      expect(secrets.summary.project(JSON.parse(json) as Secret, now)).to.deep.include({ keys: wanted })
    }
  })

  it('drops values before a live read is parsed, of a list and of one Secret', () => {
    const one = parserOf({ verb: 'get', kind: secrets })?.parse(bytes())
    expect(JSON.stringify((one as Secret).data)).to.equal('{"password":8}')
    const list = parserOf({ verb: 'list', kind: secrets })?.parse(
      Buffer.from(`{"items":[${JSON.stringify(object)}]}`),
    )
    expect(JSON.stringify(list)).to.not.include(VALUE)
  })
})
