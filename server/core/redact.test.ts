import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { maskAnnotations, programOf, withoutQuery } from './redact.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

const masked = (value: string, name = 'example.com/note') => maskAnnotations({ [name]: value })[name]
const maskedJson = (value: unknown): unknown => JSON.parse(masked(JSON.stringify(value)) ?? '')

describe('maskAnnotations', () => {
  it('keeps annotations that copy no object', () => {
    const plain = JSON.parse(
      '{"a":"", "__proto__":"x", "b":"v1;shop/apps/Deployment/web", "c":"kind: of blue", "d":"12", "e":"a \\"b\\""}',
    ) as Record<string, string>
    expect(JSON.stringify(maskAnnotations(plain))).to.equal(JSON.stringify(plain))
  })

  it('masks environment values, commands and arguments of containers, and keeps the rest', () => {
    const container = {
      name: 'web',
      image: 'web:1',
      env: [
        { name: 'A', value: 'hidden' },
        { name: 'B', value: 5 },
        { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      ],
      command: ['sh', '-c', 'hidden'],
      args: ['--password', 'hidden'],
      livenessProbe: {
        httpGet: { path: '/live?token=hidden', httpHeaders: [{ name: 'Authorization', value: 'hidden' }] },
      },
    }
    expect(maskedJson({ kind: 'Pod', spec: { containers: [container] } })).to.deep.equal({
      kind: 'Pod',
      spec: {
        containers: [
          {
            ...container,
            env: [
              { name: 'A', value: '(masked)' },
              { name: 'B', value: '(masked)' },
              { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
            ],
            command: ['(masked)', '(masked)', '(masked)'],
            args: ['(masked)', '(masked)'],
            livenessProbe: {
              httpGet: { path: '/live', httpHeaders: [{ name: 'Authorization', value: '(masked)' }] },
            },
          },
        ],
      },
    })
  })

  it('masks data of Secrets anywhere in the copy, and keeps those of ConfigMaps', () => {
    const secret = { kind: 'Secret', data: { key: 'aGlkZGVu' }, stringData: { other: 'hidden' } }
    const settings = { kind: 'ConfigMap', data: { key: 'shown' } }
    expect(maskedJson({ items: [secret, settings] })).to.deep.equal({
      items: [{ kind: 'Secret', data: { key: '(masked)' }, stringData: { other: '(masked)' } }, settings],
    })
  })

  it('masks environment given as a map or as texts, credentials by their name, and values of patches', () => {
    expect(
      maskedJson({
        env: { A: 'hidden', B: { nested: 1 }, C: null },
        services: [{ env: ['A=hidden'] }],
        dbPassword: 'hidden',
        apiKey: 'hidden',
        secretName: 'shown',
        patch: [{ op: 'add', path: '/spec', value: { any: 'hidden' } }],
        url: 'postgres://user:hidden@db/shop',
        repository: 'https://hidden@git.example/shop',
      }),
    ).to.deep.equal({
      env: { A: '(masked)', B: { nested: '(masked)' }, C: null },
      services: [{ env: ['(masked)'] }],
      dbPassword: '(masked)',
      apiKey: '(masked)',
      secretName: 'shown',
      patch: [{ op: 'add', path: '/spec', value: { any: '(masked)' } }],
      url: 'postgres://(masked)@db/shop',
      repository: 'https://(masked)@git.example/shop',
    })
  })

  it('masks copies inside copies, and a copy that was encoded as JSON twice', () => {
    const inner = JSON.stringify({ env: [{ name: 'A', value: 'hidden' }] })
    const outer = JSON.stringify({ metadata: { annotations: { [LAST_APPLIED]: inner } } })
    for (const value of [outer, JSON.stringify(outer)])
      expect(masked(value)).to.include('(masked)').and.not.include('hidden')
  })

  it('masks a field that occurs twice', () => {
    expect(masked('{"env":[{"name":"A","value":"hidden"}],"env":[]}')).to.equal('{"env":[]}')
  })

  it('masks as a whole what it cannot look into', () => {
    const json = JSON.stringify({ env: [{ name: 'A', value: 'hidden' }] })
    expect(masked(json.slice(0, -1))).to.equal('(masked)')
    expect(masked(gzipSync(json).toString('base64'))).to.equal('(masked)')
    expect(masked(Buffer.from(json).toString('base64'))).to.equal('(masked)')
    expect(masked('apiVersion: v1\nenv:\n- name: A\n  value: hidden\n')).to.equal('(masked)')
    for (const name of [
      LAST_APPLIED,
      'kapp.k14s.io/original',
      'kapp.k14s.io/original-diff',
      'objectset.rio.cattle.io/applied',
    ])
      expect(masked('hidden in some other encoding, http://a:b@c', name), name).to.equal('(masked)')
  })

  it('masks an environment value wherever it lies in a copy', () => {
    const secret = { env: [{ name: 'A', value: 'hidden' }] }
    const copies = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 8 },
        fc.constant(secret),
        tie('value').map((inner) => `[INFO] ${JSON.stringify(inner)}`),
        fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { minKeys: 1, maxKeys: 3 }),
        tie('value').map((inner) => JSON.stringify(inner)),
      ),
    })).value
    fc.assert(fc.property(copies, (copy) => !masked(JSON.stringify(copy))?.includes('hidden')))
  })

  it('masks what is nested too deeply to be looked into', () => {
    const deep = `${'['.repeat(100_000)}"hidden"${']'.repeat(100_000)}`
    expect(masked(deep)).to.not.include('hidden')
    expect(masked(`{"args":${deep}}`)).to.not.include('hidden')
  })
})

describe('withoutQuery', () => {
  it('returns the path before a query or a fragment', () => {
    expect(['/live', '/live?a=b', '/live#a?b', '?\na', ''].map(withoutQuery)).to.deep.equal([
      '/live',
      '/live',
      '/live',
      '',
      '',
    ])
  })
})

describe('programOf', () => {
  it('returns the program of a command without its arguments', () => {
    expect([[], ['cat', '/tmp/up'], ['curl -u a:b']].map(programOf)).to.deep.equal([[], ['cat'], ['curl']])
  })
})
