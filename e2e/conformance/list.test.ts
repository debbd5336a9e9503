import { expect } from 'chai'
import { type Refusal, expectRefusal, itemsOf, present, versionOf } from './expect.ts'
import type { KubeJson } from './kube.ts'
import { type Target, openTarget } from './target.ts'

const count = 7

function token(rv: number, start: string): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv, start })).toString('base64url')
}

function decoded(list: KubeJson): unknown {
  return JSON.parse(Buffer.from(present(list.metadata?.continue, 'continue'), 'base64url').toString())
}

function invalidOptions(field: string, message: string, reason = 'FieldValueForbidden'): Refusal {
  return {
    code: 422,
    reason: 'Invalid',
    message: `ListOptions.meta.k8s.io "" is invalid: ${field}: ${message}`,
    details: { group: 'meta.k8s.io', kind: 'ListOptions', causes: [{ reason, message, field }] },
  }
}

describe('conformance: list', () => {
  let target: Target
  let secrets: string

  before(async () => {
    target = await openTarget()
    secrets = `/api/v1/namespaces/${target.namespace}/secrets`
    for (let index = 0; index < count; index += 1) {
      await target.admin.create(secrets, {
        metadata: { name: `s${index}`, labels: { even: String(index % 2 === 0) } },
      })
    }
  })

  const names = (list: KubeJson): string =>
    itemsOf(list)
      .map(({ metadata }) => metadata?.name)
      .join(' ')

  it('has a kind, a version, and items without kind and apiVersion', async () => {
    const list = await target.admin.get(secrets)
    expect(list).to.include({ kind: 'SecretList', apiVersion: 'v1' })
    expect(list.metadata).to.be.an('object').that.has.all.keys('resourceVersion')
    expect(names(list)).to.equal('s0 s1 s2 s3 s4 s5 s6')
    const [first] = itemsOf(list)
    expect(first).to.not.have.any.keys('kind', 'apiVersion')
    expect(first?.metadata)
      .to.be.an('object')
      .that.includes.keys('uid', 'resourceVersion', 'creationTimestamp', 'managedFields')
  })

  it('returns the version of a group', async () => {
    const list = await target.admin.get('/apis/apps/v1/deployments?limit=1')
    expect(list).to.include({ kind: 'DeploymentList', apiVersion: 'apps/v1' })
  })

  it('sorts lists of all namespaces by namespace, then name', async () => {
    const items = itemsOf(await target.admin.get('/api/v1/configmaps'))
    const keys = items.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`)
    expect(keys).to.deep.equal(keys.toSorted((left, right) => (left < right ? -1 : 1)))
    expect(keys).to.include(`${target.namespace}/kube-root-ca.crt`)
  })

  it('pages hold limit items, tell what is left, and stay in one version', async () => {
    const first = await target.admin.get(`${secrets}?limit=3`)
    expect(names(first)).to.equal('s0 s1 s2')
    expect(first.metadata?.remainingItemCount).to.equal(count - 3)
    await target.admin.create(secrets, { metadata: { name: 's9' } })
    await target.admin.send('DELETE', `${secrets}/s4`)
    const second = await target.admin.get(`${secrets}?limit=3&continue=${first.metadata?.continue}`)
    expect(names(second)).to.equal('s3 s4 s5')
    expect(versionOf(second)).to.equal(versionOf(first))
    expect(second.metadata?.remainingItemCount).to.equal(1)
    const last = await target.admin.get(`${secrets}?limit=3&continue=${second.metadata?.continue}`)
    expect(names(last)).to.equal('s6')
    expect(last.metadata).to.be.an('object').that.has.all.keys('resourceVersion')
    await target.admin.send('DELETE', `${secrets}/s9`)
    await target.admin.create(secrets, { metadata: { name: 's4', labels: { even: 'true' } } })
  })

  it('a token is version, resource version and key', async () => {
    const list = await target.admin.get(`${secrets}?limit=2`)
    const rv = Number(versionOf(list))
    expect(decoded(list)).to.deep.equal({ v: 'meta.k8s.io/v1', rv, start: '/s1\0' })
  })

  it('pages of a selection do not tell what is left', async () => {
    const { metadata, items } = await target.admin.get(`${secrets}?limit=2&labelSelector=even%3Dtrue`)
    expect(items).to.have.length(2)
    expect(metadata).to.be.an('object').that.has.all.keys('resourceVersion', 'continue')
  })

  it('a page that holds all has no token', async () => {
    const { metadata } = await target.admin.get(`${secrets}?limit=${count}`)
    expect(metadata).to.be.an('object').that.has.all.keys('resourceVersion')
  })

  it('a negative limit is none', async () => {
    expect((await target.admin.get(`${secrets}?limit=-1`)).items).to.have.length(count)
  })

  it('resourceVersion 0 knows no pages', async () => {
    const { items, metadata } = await target.admin.get(`${secrets}?limit=1&resourceVersion=0`)
    expect(items).to.have.length(count)
    expect(metadata).to.be.an('object').that.has.all.keys('resourceVersion')
  })

  it('resourceVersion 0, an older one, and the present one are served', async () => {
    const latest = versionOf(await target.admin.get(secrets))
    for (const version of ['0', latest]) {
      const list = await target.admin.get(`${secrets}?resourceVersion=${version}`)
      expect(list.items).to.have.length(count)
      expect(Number(versionOf(list))).to.be.at.least(Number(version))
    }
  })

  it('Exact gives the past', async () => {
    const version = versionOf(await target.admin.get(secrets))
    await target.admin.create(secrets, { metadata: { name: 'sx' } })
    await target.admin.send('DELETE', `${secrets}/s0`)
    const past = await target.admin.get(`${secrets}?resourceVersion=${version}&resourceVersionMatch=Exact`)
    expect(names(past)).to.equal('s0 s1 s2 s3 s4 s5 s6')
    expect(versionOf(past)).to.equal(version)
    await target.admin.send('DELETE', `${secrets}/sx`)
    await target.admin.create(secrets, { metadata: { name: 's0', labels: { even: 'true' } } })
  })

  it('a version that is not there yet: 504', async () => {
    const answer = await target.admin.send('GET', `${secrets}?resourceVersion=999999999`)
    const current = /current: (\d+)$/.exec(answer.json.message ?? '')?.[1]
    expectRefusal(answer, {
      code: 504,
      reason: 'Timeout',
      message: `Timeout: Too large resource version: 999999999, current: ${current}`,
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    })
    expect(answer.headers['retry-after']).to.equal('1')
  })

  const key = 'continue key is not valid'
  const bad: [string, string][] = [
    ['limit=abc', 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ['limit=99999999999999999999', 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
    ['timeoutSeconds=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    [
      'resourceVersion=abc',
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    ['continue=e30', `invalid continue token: ${key}: server does not recognize this encoded version `],
    [
      `continue=${token(0, 'a')}`,
      `invalid continue token: ${key}: incorrect encoded start resourceVersion (version meta.k8s.io/v1)`,
    ],
    [
      `continue=${token(5, '')}`,
      `invalid continue token: ${key}: encoded start key empty (version meta.k8s.io/v1)`,
    ],
    [`continue=${token(5, '../x')}`, `invalid continue token: ${key}: ../x`],
    [
      `continue=${token(5, 'a')}&resourceVersion=5`,
      'specifying resource version is not allowed when using continue',
    ],
  ]
  for (const [query, message] of bad) {
    it(`rejects ${query.slice(0, 30)} (400): ${message}`, async () => {
      expectRefusal(await target.admin.send('GET', `${secrets}?${query}`), {
        code: 400,
        reason: 'BadRequest',
        message,
      })
    })
  }

  const match = 'resourceVersionMatch'
  for (const [query, refusal] of [
    [
      `${match}=Exact`,
      invalidOptions(match, `Forbidden: ${match} is forbidden unless resourceVersion is provided`),
    ],
    [
      `resourceVersion=0&${match}=Exact`,
      invalidOptions(match, `Forbidden: ${match} "exact" is forbidden for resourceVersion "0"`),
    ],
    [
      `resourceVersion=1&${match}=foo`,
      invalidOptions(
        match,
        'Unsupported value: "foo": supported values: "Exact", "NotOlderThan", ""',
        'FieldValueNotSupported',
      ),
    ],
    [
      'sendInitialEvents=true',
      invalidOptions('sendInitialEvents', 'Forbidden: sendInitialEvents is forbidden for list'),
    ],
  ] as const) {
    it(`responds 422 to ${query}`, async () => {
      expectRefusal(await target.admin.send('GET', `${secrets}?${query}`), refusal)
    })
  }

  it('metadata alone, for those who ask for it', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    const { json } = await target.admin.send('GET', `${secrets}?limit=1`, { accept })
    expect(json).to.include({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' })
    const [item] = itemsOf(json)
    expect(item).to.include({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
    expect(item).to.have.all.keys('kind', 'apiVersion', 'metadata')
  })

  it('an expired token: 410 with one that goes on inconsistently', async function () {
    const { metadata } = await target.admin.get(`${secrets}?limit=3`)
    const expired = target.compact() ? metadata?.continue : token(1, 's2\0')
    const { status, json } = await target.admin.send('GET', `${secrets}?limit=3&continue=${expired}`)
    // A real cluster has not compacted its first five minutes, so the token is too old only if the cluster is
    // older than that.
    if (status === 200 && !target.demo) this.skip()
    expect([status, json.reason]).to.deep.equal([410, 'Expired'])
    expect(json.message).to.match(
      /^The provided continue parameter is too old to display a consistent list result\. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results\. /,
    )
    expect(decoded(json)).to.include({ rv: -1, start: 's2\0' })
    const rest = await target.admin.get(`${secrets}?limit=10&continue=${json.metadata?.continue}`)
    expect(names(rest)).to.equal('s3 s4 s5 s6')
  })

  it('an expired version, exactly: 410', async function () {
    const latest = versionOf(await target.admin.get(secrets))
    await target.admin.merge(`${secrets}/s1`, { metadata: { labels: { touched: String(Date.now()) } } })
    const version = target.compact() ? latest : '1'
    const answer = await target.admin.send(
      'GET',
      `${secrets}?resourceVersion=${version}&resourceVersionMatch=Exact`,
    )
    if (answer.status === 200 && !target.demo) this.skip()
    const message = 'The resourceVersion for the provided list is too old.'
    expectRefusal(answer, { code: 410, reason: 'Expired', message })
  })
})
