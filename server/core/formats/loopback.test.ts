import { expect } from 'chai'
import { isLoopback, isLoopbackHost } from './loopback.ts'

describe('a loopback address', () => {
  it('recognizes IPv4, IPv6 and IPv4 in IPv6', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].every(isLoopback)).to.equal(true)
    expect(['128.0.0.1', '10.0.0.1', '::2', 'localhost', undefined].some(isLoopback)).to.equal(false)
  })

  it('may be the host of a URL by name, too', () => {
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '[::1]'])
      expect(isLoopbackHost(new URL(`http://${host}:1`).hostname), host).to.equal(true)
    for (const host of ['localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '[::2]'])
      expect(isLoopbackHost(new URL(`http://${host}:1`).hostname), host).to.equal(false)
  })
})
