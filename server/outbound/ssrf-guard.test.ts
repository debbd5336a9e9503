import { expect } from 'chai'
import { guardedLookup, isBlockedAddress } from './ssrf-guard.ts'

describe('addresses that a declared server may not have', () => {
  it('include those of this Pod, of links, of metadata and multicast, however they are written', () => {
    for (const address of [
      '127.0.0.1',
      '127.255.0.9',
      '169.254.169.254',
      '100.100.100.200',
      '0.0.0.0',
      '224.0.0.1',
      '::1',
      '::',
      'fe80::1',
      'fd00:ec2::254',
      '::ffff:169.254.169.254',
      '::ffff:7f00:1',
    ])
      expect(isBlockedAddress(address), address).to.equal(true)
    for (const address of [
      '10.96.0.1',
      '172.18.0.2',
      '192.168.1.4',
      '100.64.0.1',
      '2001:db8::1',
      'fd00::1',
      'name',
    ])
      expect(isBlockedAddress(address), address).to.equal(false)
  })

  it('stay out of reach by a name as well', async () => {
    for (const all of [true, false]) {
      const said = await new Promise<unknown>((resolve) => {
        guardedLookup('localhost', { all }, (error, address) => resolve(error?.message ?? address))
      })
      expect(said).to.equal('localhost resolves to an address that is not allowed')
    }
  })
})
