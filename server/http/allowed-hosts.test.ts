import { expect } from 'chai'
import { AllowedHosts } from './allowed-hosts.ts'

describe('the hosts of this service', () => {
  const hosts = new AllowedHosts(['inspector.example.com', 'Inspector.tools.svc'])

  it('include addresses, localhost, and configured names [S5]', () => {
    for (const header of [
      '127.0.0.1',
      '127.0.0.1:8080',
      '10.1.2.3:80',
      '[::1]:8080',
      '[fe80::1]',
      'localhost',
      'LOCALHOST:8080',
      'api.localhost:1',
      'inspector.example.com',
      'Inspector.Example.COM.:443',
      'inspector.tools.svc:8080',
      undefined,
    ])
      expect(hosts.allows(header), header).to.equal(true)
  })

  it('exclude all others, however they are written [S5]', () => {
    for (const header of [
      '',
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example',
      'notlocalhost',
      'inspector.example.com.evil.example',
      'x.inspector.example.com',
      '127.0.0.1.evil.example',
      '127.0.0.1, evil.example',
      'inspector.example.com:80:80',
      '[evil.example]',
      '[127.0.0.1]',
      '[localhost]',
      'evil/.localhost',
      'evil?.localhost',
      'a b.localhost',
      '.localhost',
      '-.localhost',
      '..localhost',
      '0x7f.1',
      '2130706433',
      'user@127.0.0.1',
    ])
      for (const _time of [1, 2]) expect(hosts.allows(header), header).to.equal(false)
  })

  it('checks ever new hosts one by one', () => {
    const few = new AllowedHosts([])
    for (let n = 0; n < 1000; n++) expect(few.allows(`a${n}.example`)).to.equal(false)
    expect(few.allows('localhost:1234')).to.equal(true)
  })
})
