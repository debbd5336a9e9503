import { expect } from 'chai'
import { AllowedOrigins } from './allowed-origins.ts'

const CONSOLE = 'https://console.example.com'

describe('the other origins that are listed', () => {
  const origins = new AllowedOrigins([CONSOLE, 'http://localhost:3000'])
  const admits = (url: string, origin: string | undefined, host = 'inspector.example.com') =>
    origins.allows({ url, headers: { host, ...(origin === undefined ? {} : { origin }) } })

  it('may use the API', () => {
    for (const path of ['/api/pods', '/api/pods/a/restart', '/api/stream', '/api/audit', '/api/authx'])
      for (const origin of origins.listed) expect(admits(path, origin), `${origin} ${path}`).to.equal(true)
  })

  it('may not use sign-in, the pages or their description', () => {
    for (const path of [
      '/',
      '/docs',
      '/docs/live',
      '/api/openapi.json',
      '/api/auth',
      '/api/auth/session',
      '/x',
    ])
      expect(admits(path, CONSOLE), path).to.equal(false)
  })

  it('are none but these, letter by letter', () => {
    for (const origin of [
      undefined,
      '',
      'null',
      '*',
      'https://evil.example',
      'http://console.example.com',
      'https://console.example.com:8443',
      'https://console.example.com/',
      'https://Console.example.com',
      'https://console.example.com.evil.example',
      'https://x.console.example.com',
      `${CONSOLE}, https://evil.example`,
    ])
      expect(admits('/api/pods', origin), origin).to.equal(false)
    expect(new AllowedOrigins([]).allows({ url: '/api/pods', headers: { origin: CONSOLE } })).to.equal(false)
  })

  it('are not this service, though it be listed', () => {
    expect(admits('/api/pods', CONSOLE, 'console.example.com')).to.equal(false)
    expect(admits('/api/pods', 'http://localhost:3000', 'localhost:3000')).to.equal(false)
    expect(admits('/api/pods', 'http://localhost:3000', 'localhost:8080')).to.equal(true)
  })
})
