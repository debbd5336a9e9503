import { expect } from 'chai'
import { UnauthenticatedError } from '../../core/errors.ts'
import { RequestHeaderAuthenticator } from './request-header.ts'

const bytes = (text: string) => Buffer.from(text).toString('latin1')

describe('user stated by a trusted proxy', () => {
  const proxies = new RequestHeaderAuthenticator()
  const credentials = (names: string[], groups: string[] = []) => ({
    loopback: false,
    forwarded: true,
    connection: {},
    authorization: undefined,
    cookie: undefined,
    proxied: { names, groups },
  })

  it('has a name and groups that no one could take for the cluster’s own, known at once', async () => {
    const said = credentials(['ada, cn=x'], ['dev', bytes('größe')])
    const caller = {
      name: 'proxy:ada, cn=x',
      uid: undefined,
      groups: ['proxy:dev', 'proxy:größe'],
      extra: {},
      via: 'proxy',
    }
    expect(proxies.authenticateCached(said)).to.deep.equal(caller)
    expect(await proxies.authenticate(said)).to.deep.equal(caller)
  })

  it('finds no user if the proxy states none, or may not state one', async () => {
    const elsewhere = { ...credentials([]), proxied: undefined }
    for (const nobody of [elsewhere, credentials([]), credentials([], ['dev'])]) {
      expect(proxies.authenticateCached(nobody)).to.equal(undefined)
      expect(await proxies.authenticate(nobody)).to.equal(undefined)
    }
  })

  for (const [what, names, groups, sentence] of [
    ['two names', ['ada', 'eve'], [], 'more than once'],
    ['no name', [''], [], 'reserved for the cluster'],
    ['a name of the cluster', ['system:admin'], [], 'reserved for the cluster'],
    ['a group of the cluster', ['ada'], ['system:masters'], 'reserved for the cluster'],
    ['an empty group', ['ada'], [''], 'reserved for the cluster'],
    ['bytes that are no text', ['\u00ff'], [], 'UTF-8'],
    ['a long name', ['a'.repeat(513)], [], '512'],
    ['a long group', ['ada'], ['a'.repeat(513)], '512'],
  ] as const)
    it(`rejects ${what}`, async () => {
      const said = credentials([...names], [...groups])
      expect(proxies.authenticateCached(said)).to.equal(undefined)
      const error: unknown = await proxies.authenticate(said).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(UnauthenticatedError)
      expect((error as UnauthenticatedError).message).to.include(sentence)
    })
})
