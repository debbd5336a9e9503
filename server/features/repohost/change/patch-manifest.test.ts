import { expect } from 'chai'
import { ConflictError, InvalidRequestError, PayloadTooLargeError } from '../../../core/errors.ts'
import type { FieldChange } from '../../../diagnosis/finding.ts'
import { cpuTimeOf } from '../../../testing/cpu-time.ts'
import { patchManifest } from './patch-manifest.ts'

const WEB = { kind: 'Deployment', name: 'web', namespace: 'shop' }
const IMAGE = '/spec/template/spec/containers/0/image'

/** A file with a Service and a Deployment of one name, comments, quotes and flow style. */
const FILE = `# Web of the shop.
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [ { port: 80 } ] }
---
apiVersion: apps/v1
kind: Deployment   # rolled by Flux
metadata:
  name: web
  namespace: "shop"
  labels: {tier: 'front', on-call: "no"}
spec:
    replicas:   3
    paused: false
    template:
      spec:
        containers:
        - name: app
          image: registry.example.com/web:2   # {"$imagepolicy": "flux-system:web"}
          args: [ --verbose ]
          env:
          - { name: A, value: x }
          resources: {limits: {memory: 64Mi}}
        - name: proxy
          image: 'registry.example.com/proxy:1'

`

const patch = (changes: readonly FieldChange[], content = FILE, object = WEB) =>
  patchManifest(content, object, changes)
const change = (pointer: string, from: FieldChange['from'], value: FieldChange['value']): FieldChange => ({
  pointer,
  from,
  value,
})

describe('patchManifest', () => {
  const lines: readonly (readonly [
    pointer: string,
    from: FieldChange['from'],
    value: FieldChange['value'],
    old: string,
    line: string,
  ])[] = [
    [IMAGE, 'registry.example.com/web:2', 'registry.example.com/web:1', 'web:2 ', 'web:1 '],
    ['/spec/replicas', 3, 2, 'replicas:   3', 'replicas:   2'],
    ['/spec/paused', false, true, 'paused: false', 'paused: true'],
    ['/spec/template/spec/containers/0/resources/limits/memory', '64Mi', '128Mi', '64Mi', '128Mi'],
    [
      '/spec/template/spec/containers/1/image',
      'registry.example.com/proxy:1',
      "it's",
      "'registry.example.com/proxy:1'",
      "'it''s'",
    ],
    ['/metadata/labels/on-call', 'no', 'yes', '"no"', '"yes"'],
    ['/metadata/labels/tier', 'front', 'a, b}', "'front'", "'a, b}'"],
    ['/spec/template/spec/containers/0/name', 'app', 'yes', 'name: app', 'name: "yes"'],
    ['/spec/template/spec/containers/0/args/0', '--verbose', '--a, b', '--verbose', '"--a, b"'],
  ]
  for (const [pointer, from, value, old, line] of lines)
    it(`changes ${pointer} to ${JSON.stringify(value)} and no other character`, () => {
      expect(patch([change(pointer, from, value)])).to.equal(FILE.replace(old, () => line))
    })

  it('changes several fields, in any order', () => {
    const changes = [change(IMAGE, 'registry.example.com/web:2', 'web:1'), change('/spec/replicas', 3, 10)]
    const expected = FILE.replace('registry.example.com/web:2', 'web:1').replace('3\n', '10\n')
    expect(patch(changes)).to.equal(expected)
    expect(patch(changes.toReversed())).to.equal(expected)
  })

  it('keeps line ends of Windows and a byte order mark', () => {
    const content = `\uFEFF${FILE.replaceAll('\n', '\r\n')}`
    expect(patch([change('/spec/replicas', 3, 2)], content)).to.equal(content.replace('   3', '   2'))
  })

  const conflicts: readonly (readonly [title: string, run: () => unknown, message: RegExp])[] = [
    [
      'another value in the file',
      () => patch([change(IMAGE, 'web:9', 'web:1')]),
      /is "registry\.example\.com\/web:2" in the file, not "web:9"/,
    ],
    [
      'a field that another file decides',
      () => patch([change('/spec/minReadySeconds', 1, 2)]),
      /has no field/,
    ],
    [
      'an object that the file does not declare',
      () => patch([change('/spec/replicas', 3, 2)], FILE, { ...WEB, name: 'api' }),
      /declares Deployment "api" nowhere/,
    ],
    [
      'an object of another namespace',
      () => patch([change('/spec/replicas', 3, 2)], FILE, { ...WEB, namespace: 'test' }),
      /nowhere/,
    ],
    [
      'an object that the file declares twice',
      () => patch([change('/spec/replicas', 3, 2)], `${FILE}---\n${FILE}`),
      /several times/,
    ],
    [
      'a template',
      () => patch([change('/spec/replicas', 3, 2)], 'kind: {{ .Values.kind }}\n'),
      /not YAML without templates/,
    ],
    [
      'a value of an alias',
      () =>
        patch(
          [change('/spec/replicas', 3, 2)],
          'kind: Deployment\nmetadata: {name: web}\nspec: {size: &n 3, replicas: *n}\n',
        ),
      /has no field/,
    ],
    [
      'an anchor that other fields use',
      () =>
        patch(
          [change('/spec/replicas', 3, 2)],
          'kind: Deployment\nmetadata: {name: web}\nspec: {replicas: &n 3, size: *n}\n',
        ),
      /has no field/,
    ],
    [
      'a block of lines',
      () =>
        patch(
          [change('/spec/note', 'a\n', 'b')],
          'kind: Deployment\nmetadata: {name: web}\nspec:\n  note: |\n    a\n',
        ),
      /block of lines/,
    ],
    ['a field of a prototype', () => patch([change('/spec/__proto__/polluted', 'a', 'b')]), /has no field/],
  ]
  for (const [title, run, message] of conflicts)
    it(`refuses ${title}`, () => {
      expect(run).to.throw(ConflictError, message)
    })

  for (const [pointer, kind] of [
    ['/spec/template/spec/containers/0/env/0/value', 'Deployment'],
    ['/kind', 'Deployment'],
    ['/metadata/name', 'Deployment'],
    ['/status/replicas', 'Deployment'],
    ['/data/password', 'Secret'],
  ] as const)
    it(`refuses ${pointer} of a ${kind}`, () => {
      expect(() => patch([change(pointer, 'x', 'y')], FILE, { ...WEB, kind })).to.throw(InvalidRequestError)
    })

  it('refuses a value of another type', () => {
    expect(() => patch([change('/spec/replicas', 3, '3')])).to.throw(InvalidRequestError)
  })

  it('takes files of 256 KiB with 20,000 keys in five seconds of CPU, and no longer ones', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1\n`).join('')
    const filled = (length: number) => `${FILE}---\n${keys}`.padEnd(length, '#')
    const took = cpuTimeOf(() => {
      expect(patch([change('/spec/replicas', 3, 2)], filled(256 * 1024))).to.include('replicas:   2')
    })
    expect(took).to.be.below(5000)
    expect(() => patch([change('/spec/replicas', 3, 2)], filled(256 * 1024 + 1))).to.throw(
      PayloadTooLargeError,
    )
  })
})
