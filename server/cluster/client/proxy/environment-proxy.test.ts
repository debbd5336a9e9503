import { expect } from 'chai'
import { EnvironmentProxy, ProxyVariableError } from './environment-proxy.ts'

const HTTPS_PROXY = 'http://proxy:3128/'

describe('EnvironmentProxy', () => {
  const through = (env: Record<string, string>, origin: string) => new EnvironmentProxy(env).for(origin)

  it('chooses the proxy by the scheme of the server [B11]', () => {
    const env = { HTTPS_PROXY, HTTP_PROXY: 'http://other:80' }
    expect(through(env, 'https://api')).to.equal(HTTPS_PROXY)
    expect(through(env, 'http://api')).to.equal('http://other/')
    expect(through({ HTTP_PROXY: HTTPS_PROXY }, 'https://api')).to.equal(undefined)
  })

  it('takes variables in lower case where the upper-case one is empty', () => {
    expect(through({ https_proxy: HTTPS_PROXY, HTTPS_PROXY: '' }, 'https://api')).to.equal(HTTPS_PROXY)
    expect(through({ https_proxy: 'http://other', HTTPS_PROXY }, 'https://api')).to.equal(HTTPS_PROXY)
    expect(through({ HTTPS_PROXY, no_proxy: 'api' }, 'https://api')).to.equal(undefined)
  })

  it('takes a proxy without a scheme for an HTTP proxy, and ignores one that is not a URL', () => {
    expect(through({ HTTPS_PROXY: 'proxy:3128' }, 'https://api')).to.equal(HTTPS_PROXY)
    expect(through({ HTTPS_PROXY: '10.0.0.1' }, 'https://api')).to.equal('http://10.0.0.1/')
    expect(through({ HTTPS_PROXY: 'http://a b' }, 'https://api')).to.equal(undefined)
  })

  it('accepts SOCKS5, and rejects other schemes by the name of the variable', () => {
    expect(through({ HTTPS_PROXY: 'socks5h://p:1' }, 'https://api')).to.equal('socks5://p:1')
    expect(() => new EnvironmentProxy({ HTTPS_PROXY: 'ftp://user:SECRET@p' })).to.throw(
      ProxyVariableError,
      /^HTTPS_PROXY must be a URL/,
    )
  })

  for (const origin of [
    'https://localhost:6443',
    'https://127.0.0.1',
    'https://127.8.9.1',
    'https://[::1]:1',
    'https://[::ffff:127.0.0.1]',
  ])
    it(`connects to ${origin} directly`, () => {
      expect(through({ HTTPS_PROXY }, origin)).to.equal(undefined)
    })

  // Each row: NO_PROXY, hosts that are excepted, hosts that are not.
  for (const [list, excepted, others] of [
    [
      'example.com',
      ['example.com', 'api.example.com', 'EXAMPLE.com:6443'],
      ['badexample.com', 'example.com.evil'],
    ],
    ['.example.com', ['api.example.com', 'a.b.example.com'], ['example.com']],
    ['*.example.com', ['api.example.com'], ['example.com']],
    ['example.com:6443', ['example.com:6443', 'api.example.com:6443'], ['example.com']],
    ['example.com:443', ['example.com'], ['example.com:6443']],
    ['10.0.0.1', ['10.0.0.1', '10.0.0.1:6443'], ['10.0.0.2']],
    ['10.0.0.1:6443', ['10.0.0.1:6443'], ['10.0.0.1']],
    ['10.0.0.0/8, 192.168.0.0/16', ['10.1.2.3', '192.168.9.9:1'], ['11.0.0.1', 'ten.example']],
    ['fd00::/8', ['[fd00::1]', '[fd12::1]:6443'], ['[fe00::1]', '10.0.0.1']],
    ['[fd00::1]:6443', ['[fd00::1]:6443'], ['[fd00::1]']],
    ['fd00::1', ['[fd00:0::1]'], ['[fd00::2]']],
    ['::ffff:10.0.0.1', ['10.0.0.1'], ['10.0.0.2']],
    ['other, *', ['api', '10.0.0.1'], []],
    [' , :80, 10.0.0.0/33', [], ['api', '10.0.0.1']],
    ['bücher.example', ['xn--bcher-kva.example'], ['bucher.example']],
  ] as const)
    it(`excepts the hosts of NO_PROXY=${list}`, () => {
      const proxy = new EnvironmentProxy({ HTTPS_PROXY, NO_PROXY: list })
      for (const host of excepted) expect(proxy.for(`https://${host}`), host).to.equal(undefined)
      for (const host of others) expect(proxy.for(`https://${host}`), host).to.equal(HTTPS_PROXY)
    })
})
