import { expect } from 'chai'
import { type Refusal, expectRefusal } from './expect.ts'
import type { KubeJson } from './kube.ts'
import { type Target, openTarget } from './target.ts'

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('conformance: creates', () => {
  let target: Target
  let maps: string
  let map: KubeJson

  before(async () => {
    target = await openTarget()
    maps = `/api/v1/namespaces/${target.namespace}/configmaps`
    map = await target.admin.create(maps, { metadata: { name: 'm' }, data: { k: 'v' } })
  })

  const details = { name: 'm', kind: 'configmaps' }

  it('create answers 201 with the object, whole', async () => {
    const { status, json } = await target.admin.send('POST', maps, {
      body: { metadata: { generateName: 'g-' } },
    })
    expect(status).to.equal(201)
    expect(json).to.include({ kind: 'ConfigMap', apiVersion: 'v1' })
    expect(json.metadata?.name).to.match(/^g-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    expect(json.metadata).to.include({ namespace: target.namespace, generateName: 'g-' })
    expect(json.metadata?.uid).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(json.metadata?.creationTimestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  it('managedFields say who wrote what', () => {
    const [entry] = map.metadata?.managedFields ?? []
    expect(entry).to.deep.include({ manager: 'conformance', operation: 'Update', apiVersion: 'v1' })
    expect(entry?.fieldsV1).to.deep.equal({ 'f:data': { '.': {}, 'f:k': {} } })
  })

  const refusedCreates: [string, unknown, string, Refusal][] = [
    [
      'the same name',
      { metadata: { name: 'm' } },
      'application/json',
      { code: 409, reason: 'AlreadyExists', message: 'configmaps "m" already exists', details },
    ],
    [
      'no JSON',
      '{',
      'application/json',
      {
        code: 400,
        reason: 'BadRequest',
        message:
          "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({)",
      },
    ],
    [
      'another kind',
      { apiVersion: 'v1', kind: 'Pod' },
      'application/json',
      {
        code: 400,
        reason: 'BadRequest',
        message:
          'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
      },
    ],
    [
      'another namespace',
      { metadata: { name: 'x', namespace: 'other' } },
      'application/json',
      {
        code: 400,
        reason: 'BadRequest',
        message: 'the namespace of the provided object does not match the namespace sent on the request',
      },
    ],
    [
      'another content type',
      'x',
      'text/plain',
      {
        code: 415,
        reason: 'UnsupportedMediaType',
        message:
          'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      },
    ],
    [
      'no name',
      {},
      'application/json',
      {
        code: 422,
        reason: 'Invalid',
        message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
        details: {
          kind: 'ConfigMap',
          causes: [
            {
              reason: 'FieldValueRequired',
              message: 'Required value: name or generateName is required',
              field: 'metadata.name',
            },
          ],
        },
      },
    ],
    [
      'a bad name',
      { metadata: { name: 'A_b' } },
      'application/json',
      {
        code: 422,
        reason: 'Invalid',
        message: `ConfigMap "A_b" is invalid: metadata.name: Invalid value: "A_b": ${subdomain}`,
        details: {
          name: 'A_b',
          kind: 'ConfigMap',
          causes: [
            {
              reason: 'FieldValueInvalid',
              message: `Invalid value: "A_b": ${subdomain}`,
              field: 'metadata.name',
            },
          ],
        },
      },
    ],
  ]
  for (const [title, body, type, refusal] of refusedCreates) {
    it(`create with ${title}: ${refusal.code}`, async () => {
      expectRefusal(await target.admin.send('POST', maps, { body, type }), refusal)
    })
  }

  it('create in a namespace that does not exist: 404 of the namespace', async () => {
    const body = { metadata: { name: 'x' } }
    expectRefusal(await target.admin.send('POST', '/api/v1/namespaces/never-made/configmaps', { body }), {
      code: 404,
      reason: 'NotFound',
      message: 'namespaces "never-made" not found',
      details: { name: 'never-made', kind: 'namespaces' },
    })
  })
})
