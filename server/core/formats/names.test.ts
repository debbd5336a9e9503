import { expect } from 'chai'
import { quickest } from '../../testing/cpu-time.ts'
import { isContextName, isDns1123Label, isDns1123Subdomain } from './names.ts'

describe('names', () => {
  const labels = ['a', 'kube-system', '0', 'a'.repeat(63)]
  const subdomainsOnly = ['kube-root-ca.crt', 'ip-10-0-0-1.ec2.internal', 'a'.repeat(64), 'a'.repeat(253)]
  const neither = [
    '',
    '.',
    '..',
    'a..b',
    '-a',
    'a-',
    'A',
    'a_b',
    'a/b',
    'a%2Flog',
    'a\\b',
    'a\0',
    '\u2024',
    '\uFF0F',
  ]

  for (const name of labels)
    it(`takes ${name} as a label and a subdomain`, () => {
      expect(isDns1123Label(name)).to.equal(true)
      expect(isDns1123Subdomain(name)).to.equal(true)
    })
  for (const name of subdomainsOnly)
    it(`takes ${name} as a subdomain only`, () => {
      expect(isDns1123Label(name)).to.equal(false)
      expect(isDns1123Subdomain(name)).to.equal(true)
    })
  for (const name of [...neither, 'a'.repeat(254)])
    it(`refuses ${JSON.stringify(name)}`, () => {
      expect(isDns1123Label(name)).to.equal(false)
      expect(isDns1123Subdomain(name)).to.equal(false)
    })

  it('takes the context names that clouds make, and no control characters', () => {
    expect(isContextName('arn:aws:eks:eu-west-1:1234:cluster/prod')).to.equal(true)
    expect(isContextName('default/api-x:6443/admin')).to.equal(true)
    for (const bad of ['', 'a\nb', 'a\0', '\x7f', 'x'.repeat(513)]) expect(isContextName(bad)).to.equal(false)
  })

  it('answers for a hostile length at once', () => {
    const took = quickest(() => {
      isDns1123Subdomain('a-'.repeat(50_000))
      isDns1123Label('a'.repeat(100_000))
    })
    expect(took).to.be.below(25)
  })
})
