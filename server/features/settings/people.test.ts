import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { externalCaller, loopbackCaller, type Caller } from '../../auth/caller.ts'
import { personOf } from './people.ts'

const account: Caller = {
  name: 'system:serviceaccount:shop:web',
  uid: '0f5f1d2c',
  groups: [],
  extra: {},
  via: 'token',
}

describe('the owner of settings', () => {
  it('has a key that is a hash of the full name, with its prefix', () => {
    const caller = externalCaller('oidc', 'ada', [])
    const digest = createHash('sha256').update('oidc:ada').digest('hex')
    expect(personOf(caller)).to.deep.equal({
      key: `u-${digest.slice(0, 40)}`,
      user: 'oidc:ada',
      subject: '',
    })
    expect(personOf(externalCaller('github', 'ada', [])).key).to.not.equal(personOf(caller).key)
    expect(personOf(externalCaller('proxy', 'ada', [])).key).to.not.equal(personOf(caller).key)
  })

  it('has a key that can be the name of an object, for any name', () => {
    for (const name of ['部'.repeat(512), 'Ada Lovelace', 'a/b:c', 'ADA', 'everyone'])
      expect(personOf(externalCaller('proxy', name, [])).key).to.match(/^u-[0-9a-f]{40}$/)
  })

  it('has the issuer and subject of the account, or the uid of the ServiceAccount', () => {
    const signedIn = { ...externalCaller('oidc', 'ada', []), account: 'https://issuer.example 4711' }
    expect(personOf(signedIn).subject).to.equal('https://issuer.example 4711')
    expect(personOf(account)).to.deep.include({ user: account.name, subject: '0f5f1d2c' })
  })

  it('shares one record with everyone who has no name: by port-forward, of this host, unknown', () => {
    for (const caller of [loopbackCaller('port-forward'), loopbackCaller('local'), undefined])
      expect(personOf(caller)).to.deep.equal({ key: 'everyone', user: 'everyone', subject: '' })
  })
})
