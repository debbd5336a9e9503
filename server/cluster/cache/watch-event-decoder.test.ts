import { expect } from 'chai'
import { pods } from '../../kinds/pods/kind.ts'
import { WatchEventDecoder } from './watch-event-decoder.ts'
import { MalformedLineError } from './line-splitter.ts'

const line = (type: unknown, object: unknown) => Buffer.from(JSON.stringify({ type, object }))
const pod = { kind: 'Pod', metadata: { name: 'web', resourceVersion: '7' } }

describe('an event of a watch', () => {
  const reader = new WatchEventDecoder(pods)
  const event = (line: Buffer) => reader.event(Buffer.from(line))

  it('decodes changes, bookmarks and errors', () => {
    const json = Buffer.from(JSON.stringify({ metadata: pod.metadata }))
    const known = { name: 'web', version: '7', namespace: undefined, labels: undefined, owners: undefined }
    const change = {
      type: 'change',
      deleted: false,
      object: { ...known, fields: [undefined, undefined], json, itemJson: [0, json.length] },
    }
    expect(event(line('ADDED', pod))).to.deep.equal(change)
    expect(event(Buffer.from(` {"object": ${JSON.stringify(pod)} , "type":"ADDED"} `))).to.deep.equal(change)
    expect(event(line('DELETED', pod))).to.deep.include({ deleted: true })
    const end = { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } }
    expect(event(line('BOOKMARK', { kind: 'Pod', metadata: end }))).to.deep.equal({
      type: 'bookmark',
      version: '9',
      initialEventsEnd: true,
    })
    const status = { kind: 'Status', code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 3 } }
    expect(event(line('ERROR', status))).to.deep.equal({
      type: 'error',
      code: 429,
      reason: 'TooManyRequests',
      retryAfterSeconds: 3,
    })
  })

  it('tells of an object what its store has to know', () => {
    const labels = { app: 'wéb"' }
    const ownerReferences = [{ uid: 'u', controller: true }]
    const metadata = {
      ...pod.metadata,
      namespace: 'shop',
      labels,
      ownerReferences,
      managedFields: [{ a: 1 }],
    }
    const whole = {
      metadata,
      spec: { nodeName: 'n1', securityContext: {} },
      status: { phase: 'Running' },
    }
    const { managedFields: _, ...kept } = metadata
    const json = Buffer.from(JSON.stringify({ ...whole, metadata: kept, spec: { nodeName: 'n1' } }))
    const known = {
      name: 'web',
      version: '7',
      namespace: 'shop',
      labels: JSON.stringify(labels),
      owners: JSON.stringify(ownerReferences),
      fields: ['n1', 'Running'],
      json,
      itemJson: [0, json.length],
    }
    // A watch event states the type of its object, an item of a list does not; the bytes that are kept are the same.
    const typed = { kind: 'Pod', apiVersion: 'v1', ...whole }
    expect(event(line('MODIFIED', typed))).to.deep.include({ object: known })
    expect(reader.item(Buffer.from(JSON.stringify(whole)))).to.deep.equal(known)
    expect(() => reader.item(Buffer.from('[]'))).to.throw(MalformedLineError)
  })

  it('rejects events of another kind [F20]', () => {
    const bad = [
      ...[
        '{"type":"ADDED"',
        '{"type":"ADDED"}',
        '{"type":"BOOKMARK"}',
        '{"type":"ERROR","object":7}',
        `{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"web","resourceVersion":"7"},"spec":{"a":tru}}}`,
        'null',
        '[]',
        '7',
        `{"type":ADDED,"object":${JSON.stringify(pod)}}`,
        `${JSON.stringify({ type: 'ADDED', object: pod })}}`,
        JSON.stringify({ type: 'ADDED', object: pod }).slice(0, -1),
        JSON.stringify({ type: 'ADDED', object: pod }).slice(0, -2),
      ].map((text) => Buffer.from(text)),
      line('ADDED', null),
      line(1, pod),
      line('RENAMED', pod),
      line('ADDED', { ...pod, kind: 'Secret' }),
      line('ADDED', { metadata: pod.metadata }),
      line('BOOKMARK', { kind: 'Pod' }),
      line('BOOKMARK', { kind: 'Pod', metadata: { resourceVersion: '' } }),
    ]
    for (const one of bad) expect(() => event(one), one.toString()).to.throw(MalformedLineError)
  })

  it('keeps a version that does not compare as it was written, and none as an empty one', () => {
    for (const [written, version] of [
      ['01', '01'],
      ['eyJtZW1iZXIxIjoiMTAwNCJ9', 'eyJtZW1iZXIxIjoiMTAwNCJ9'],
      [undefined, ''],
      [7, ''],
    ])
      expect(
        event(line('ADDED', { kind: 'Pod', metadata: { name: 'web', resourceVersion: written } })),
      ).to.have.nested.property('object.version', version)
  })

  it('has no object where that has no name [F20]', () => {
    for (const metadata of [undefined, null, [], {}, { name: '', resourceVersion: '1' }])
      expect(event(line('ADDED', { kind: 'Pod', metadata }))).to.deep.include({ object: undefined })
  })
})
