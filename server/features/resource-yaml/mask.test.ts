import { expect } from 'chai'
import { maskObject } from './mask.ts'

describe('a manifest for people', () => {
  it('shows keys and sizes of a Secret, and no value', () => {
    const { object, masked } = maskObject(
      {
        kind: 'Secret',
        data: { 'tls.key': 1704, 'a/b~c': 'dmFsdWU=' },
        stringData: { x: 'y' },
        type: 'Opaque',
      },
      false,
    )
    expect(object).to.deep.equal({
      kind: 'Secret',
      data: { 'tls.key': '(masked, 1704 bytes)', 'a/b~c': '(masked)' },
      stringData: { x: '(masked)' },
      type: 'Opaque',
    })
    expect(masked).to.deep.equal(['/data/tls.key', '/data/a~1b~0c', '/stringData/x'])
  })

  it('masks every Secret that is embedded in another object, at any depth and in JSON in annotations', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', data: { password: 'canary' } }
    const object = {
      kind: 'Release',
      metadata: {
        annotations: {
          copy: JSON.stringify({ items: [secret] }),
          text: 'plain',
          broken: '{"kind":"Secret",',
        },
      },
      spec: { objects: [[secret]], template: { data: { password: 'kept' } } },
    }
    const { object: shown, masked } = maskObject(object, false)
    expect(JSON.stringify(shown)).to.not.include('canary')
    expect(masked).to.deep.equal(['/metadata/annotations/copy', '/spec/objects/0/0/data/password'])
    expect(shown).to.have.nested.property('metadata.annotations.text', 'plain')
    expect(shown).to.have.nested.property('metadata.annotations.broken', '{"kind":"Secret",')
    expect(shown).to.have.nested.property('spec.template.data.password', 'kept')
  })

  it('masks the copies of its values in the annotations of a Secret, however they are written', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{"kind":"Secret","data":{"password":"canary"}}',
      'objectset.rio.cattle.io/applied': 'H4sIAAAAAAAA/canary',
      'example.com/manifest': 'kind: Secret\nstringData:\n  password: canary\n',
      'example.com/team': 'shop',
    }
    const { object, masked } = maskObject({ kind: 'Secret', metadata: { annotations } }, false)
    expect(JSON.stringify(object)).to.not.include('canary')
    expect(JSON.stringify(object)).to.include('"example.com/team":"shop"')
    expect(masked).to.have.length(3)
  })

  it('keeps what kubectl shows of a workload and a ConfigMap, by the same right', () => {
    const object = {
      kind: 'Deployment',
      metadata: { annotations: { copy: '{"kind":"Deployment","env":[{"name":"A","value":"b"}]}' } },
      spec: { env: [{ name: 'PASSWORD', value: 'plain' }], url: 'http://user:word@host' },
      data: { token: 'a' },
    }
    expect(maskObject(object, false)).to.deep.equal({ object, masked: [] })
  })

  it('masks texts of a custom resource that are named like credentials, and the user information of URLs', () => {
    const { object, masked } = maskObject(
      {
        kind: 'Database',
        spec: {
          adminPassword: 'canary',
          apiKey: 'canary',
          url: 'https://user:canary@db/x',
          tokens: 3,
          name: 'orders',
        },
      },
      true,
    )
    expect(object).to.deep.equal({
      kind: 'Database',
      spec: {
        adminPassword: '(masked)',
        apiKey: '(masked)',
        url: 'https://(masked)@db/x',
        tokens: 3,
        name: 'orders',
      },
    })
    expect(masked).to.deep.equal(['/spec/adminPassword', '/spec/apiKey', '/spec/url'])
  })

  it('masks what is nested too deep to be looked at', () => {
    let deep: unknown = { kind: 'Secret', data: { a: 'canary' } }
    for (let level = 0; level < 5000; level++) deep = [deep]
    const { object, masked } = maskObject(deep, false)
    expect(JSON.stringify(object)).to.not.include('canary')
    expect(masked).to.have.length(1)
  })

  it('keeps keys of prototypes as they are', () => {
    const object: unknown = JSON.parse('{"kind":"X","__proto__":{"a":1},"constructor":"b"}')
    expect(JSON.stringify(maskObject(object, true).object)).to.equal(JSON.stringify(object))
  })
})
