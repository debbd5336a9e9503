import { expect } from 'chai'
import { UnauthenticatedError } from '../core/errors.ts'
import { externalCaller } from './caller.ts'

/** Names that could be shown as another one. */
const UNREADABLE = [
  'ada\n',
  'ada\u0000',
  'ada\u009b',
  'ada\u200b',
  'a\u202eda',
  'a\u00adda',
  'ada\ufeff',
  'ada\u00a0lovelace',
  'ada\u2003lovelace',
  'ada\u2028',
  ' ada',
  'ada ',
  'ada\ud800',
]

describe('the caller of an identity from elsewhere', () => {
  it('has a name and groups in any language, with blanks within', () => {
    for (const name of ['ada', 'Ada Lovelace, cn=x', '部署', 'größe', 'a😀'])
      expect(externalCaller('proxy', name, [name])).to.deep.include({
        name: `proxy:${name}`,
        groups: [`proxy:${name}`],
      })
  })

  it('has the prefixes of its sign-in, of which either may be empty [A6]', () => {
    expect(externalCaller('oidc', 'ada', ['ops'], { name: 'corp:', groups: '' })).to.deep.include({
      name: 'corp:ada',
      groups: ['ops'],
    })
  })

  it('has no name or group of the cluster, of the service or of another method, whatever its prefix [A6]', () => {
    for (const [prefix, claimed] of [
      ['', 'system:serviceaccount:kube-system:default'],
      ['corp:', 'system:masters'],
      ['sys', 'tem:masters'],
      ['', 'cluster-inspector:port-forward'],
      ['', 'proxy:ada'],
      ['', 'github:ada'],
      ['', ''],
      ['corp:', ''],
    ] as const) {
      const prefixes = { name: prefix, groups: prefix }
      expect(() => externalCaller('oidc', claimed, [], prefixes), claimed).to.throw(UnauthenticatedError)
      expect(() => externalCaller('oidc', 'ada', [claimed], prefixes), claimed).to.throw(UnauthenticatedError)
    }
  })

  it('has no name or group that could be shown as another', () => {
    for (const via of ['proxy', 'oidc', 'github'] as const)
      for (const text of UNREADABLE) {
        expect(() => externalCaller(via, text, []), JSON.stringify(text)).to.throw(UnauthenticatedError)
        expect(() => externalCaller(via, 'ada', [text]), JSON.stringify(text)).to.throw(UnauthenticatedError)
      }
  })
})
