import { expect } from 'chai'
import { type Refusal, expectRefusal, itemsOf } from './expect.ts'
import { type Target, openTarget } from './target.ts'

function invalid(name: string, why: string): Refusal {
  return { code: 400, reason: 'BadRequest', message: `Name parameter invalid: "${name}": ${why}` }
}

function missing(name: string, shown = name): Refusal {
  return {
    code: 404,
    reason: 'NotFound',
    message: `pods "${shown}" not found`,
    details: { name, kind: 'pods' },
  }
}

/**
 * The API server decodes a path before it splits it, so encoded slashes in a name change the path: the client
 * has to validate names.
 */
describe('conformance: names in paths', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  for (const [name, refusal] of [
    ['..', invalid('..', "may not be '..'")],
    ['%2e%2e', invalid('..', "may not be '..'")],
    ['.%2E', invalid('..', "may not be '..'")],
    ['.', invalid('.', "may not be '.'")],
    ['a%252Fb', invalid('a%2Fb', "may not contain '%'")],
    ['a%2Flog', missing('a')],
    ['nope', missing('nope')],
    ['nope/', missing('nope')],
    ['A_B%20c', missing('A_B c')],
    ['a%00b', missing('a\0b', 'a\\x00b')],
    ['a;b', missing('a;b')],
    ['a+b', missing('a+b')],
    ['caf%C3%A9', missing('café')],
  ] as const) {
    it(`GET pods/${name}`, async () => {
      const answer = await target.admin.send('GET', `/api/v1/namespaces/default/pods/${name}`)
      expectRefusal(answer, refusal)
    })
  }

  it('DELETE pods/.. is refused, encoded or not', async () => {
    for (const name of ['..', '%2e%2e']) {
      const answer = await target.admin.send('DELETE', `/api/v1/namespaces/default/pods/${name}`)
      expectRefusal(answer, invalid('..', "may not be '..'"))
    }
  })

  it('a slash in a name reaches the subresource, and its rights are the ones asked for', async () => {
    const anonymous = target.as(undefined)
    const { json } = await anonymous.send('GET', '/api/v1/namespaces/default/pods/a%2Flog')
    expect(json.message).to.contain(
      'cannot get resource "pods/log" in API group "" in the namespace "default"',
    )
  })

  it('an empty namespace lists all namespaces', async () => {
    const items = itemsOf(await target.admin.get('/api/v1/namespaces//pods'))
    const namespaces = items.map(({ metadata }) => metadata?.namespace)
    expect(namespaces).to.include('kube-system')
  })

  it('an empty name before a subresource', async () => {
    const answer = await target.admin.send('GET', '/api/v1/namespaces/default/pods//log')
    expectRefusal(answer, { code: 400, reason: 'BadRequest', message: 'name must be provided' })
  })

  it('a namespace called ..', async () => {
    const answer = await target.admin.send('GET', '/api/v1/namespaces/%2e%2e/pods/x')
    expectRefusal(answer, { code: 500, message: 'invalid key: "/pods/../x"' })
  })

  it('a percent sign without digits is no request at all', async () => {
    const { status } = await target.admin.send('GET', '/api/v1/namespaces/default/pods/%zz')
    expect(status).to.equal(400)
  })

  it('a list in a namespace that does not exist is empty', async () => {
    const list = await target.admin.get('/api/v1/namespaces/never-made/pods')
    expect(list.items).to.deep.equal([])
  })
})
