import { expect } from 'chai'
import { isWebOrigin } from './web-origin.ts'

describe('origins as browsers say them', () => {
  it('accepts a scheme, a host, and a port that is not the default of the scheme', () => {
    for (const text of [
      'https://console.example.com',
      'http://localhost:3000',
      'https://console.example.com:8443',
      'http://127.0.0.1:8080',
      'http://[::1]:3000',
      'https://xn--bcher-kva.example',
    ])
      expect(isWebOrigin(text), text).to.equal(true)
  })

  it('rejects everything else', () => {
    for (const text of [
      '',
      '*',
      'null',
      'https://*',
      'https://*.example.com',
      'console.example.com',
      'https://console.example.com/',
      'https://console.example.com/path',
      'https://console.example.com?q',
      'https://user@console.example.com',
      'https://Console.example.com',
      'https://console.example.com:443',
      'http://console.example.com:80',
      'https://console.example.com:0443',
      'https://console.example.com:99999',
      'https://bücher.example',
      'http://127.1',
      'ftp://console.example.com',
      'file://',
      'https://a.example,https://b.example',
      'https://a.example https://b.example',
      'https://a.example\n',
    ])
      expect(isWebOrigin(text), text).to.equal(false)
  })
})
