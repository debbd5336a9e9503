import { Socket } from 'node:net'
import { expect } from 'chai'
import { clientNetwork, networkOf } from './client-network.ts'
import { setPeer } from './tls/client-certificate.ts'

describe('the network of a client', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::3', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['', ''],
  ] as const)
    it(`maps the address "${address}" to "${network}"`, () => expect(networkOf(address)).to.equal(network))

  /** A request without an address of its own, so that only a header can state one. */
  const from = (trusted: boolean | undefined, ...rawHeaders: string[]) => {
    const socket = new Socket()
    if (trusted !== undefined) setPeer(socket, { trusted })
    return clientNetwork({ socket, rawHeaders })
  }

  for (const [name, value, network] of [
    ['X-Forwarded-For', '192.0.2.1', '192.0.2.1'],
    ['x-forwarded-for', '10.0.0.1, 192.0.2.1', '192.0.2.1'],
    ['X-Forwarded-For', '192.0.2.1:4711', '192.0.2.1'],
    ['X-Forwarded-For', '[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['X-Forwarded-For', '2001:db8:1:2::3', '2001:db8:1:2::/64'],
    ['X-Real-IP', ' 192.0.2.1 ', '192.0.2.1'],
    ['X-Forwarded-For', '192.0.2.1, unknown', ''],
    ['X-Forwarded-For', '', ''],
    ['Forwarded', 'for=192.0.2.1', ''],
  ] as const)
    it(`uses ${name}: ${value} of a trusted proxy as "${network}", and ignores that of anyone else`, () => {
      expect(from(true, 'Host', 'a', name, value)).to.equal(network)
      expect(from(false, name, value)).to.equal('')
      expect(from(undefined, name, value)).to.equal('')
    })

  it('uses the last line of X-Forwarded-For, before X-Real-IP', () => {
    const lines = ['X-Forwarded-For', '10.0.0.1', 'X-Real-IP', '10.0.0.2', 'X-Forwarded-For', '192.0.2.1']
    expect(from(true, ...lines)).to.equal('192.0.2.1')
  })
})
