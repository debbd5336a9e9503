import type { LookupAddress, lookup } from 'node:dns'
import { expect } from 'chai'
import { AddressPolicy, ForbiddenAddressError, NetworkError } from './address-policy.ts'

describe('AddressPolicy', () => {
  it('allows public addresses only', () => {
    const policy = new AddressPolicy([])
    for (const address of ['8.8.8.8', '172.15.255.255', '172.32.0.0', '2606:4700::1111'])
      expect(policy.allows(address), address).to.equal(true)
    for (const address of [
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      '::7f00:1',
      '64:ff9b::a9fe:a9fe',
      '2002:7f00:1::',
      'fd00::1',
      'fe80::1',
      'ff02::1',
      'localhost',
      '',
    ])
      expect(policy.allows(address), address).to.equal(false)
  })

  it('allows addresses in the networks of the operator, but never those of link-local and metadata services', () => {
    const policy = new AddressPolicy([
      '10.1.0.0/16',
      '127.0.0.1/32',
      'fd00::/8',
      '169.254.0.0/16',
      '0.0.0.0/0',
    ])
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd00::1', '10.2.0.1'])
      expect(policy.allows(address), address).to.equal(true)
    for (const address of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '::1',
    ])
      expect(policy.allows(address), address).to.equal(false)
    expect(new AddressPolicy(['10.1.0.0/16']).allows('10.2.0.1')).to.equal(false)
  })

  it('rejects texts that are no network', () => {
    for (const text of ['10.0.0.0', '10.0.0.0/33', '::/129', 'a/8', '10.0.0/8', '10.0.0.0/8 ', ''])
      expect(() => new AddressPolicy([text]), text).to.throw(NetworkError)
  })

  it('judges a name at each lookup, and all of its addresses', async () => {
    const answers: LookupAddress[][] = [
      [{ address: '8.8.8.8', family: 4 }],
      [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
      [],
    ]
    const resolve = ((
      _name: string,
      _options: object,
      answer: (error: null, found: LookupAddress[]) => void,
    ) => answer(null, answers.shift() ?? [])) as unknown as typeof lookup
    const policy = new AddressPolicy([], resolve)
    const find = async () =>
      new Promise((settle) => policy.lookup('a.example', {}, (error, address) => settle(error ?? address)))
    expect(await find()).to.equal('8.8.8.8')
    expect(await find()).to.be.instanceOf(ForbiddenAddressError)
    expect(await find()).to.be.instanceOf(ForbiddenAddressError)
  })
})
