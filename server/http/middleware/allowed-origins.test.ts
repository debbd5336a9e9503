import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { AllowedOrigins } from './allowed-origins.ts'

const CONSOLE = 'https://console.example.com'

describe('the other origins that are listed', () => {
  const origins = new AllowedOrigins([CONSOLE, 'http://localhost:3000'])
  const admits = (url: string, origin: string | undefined, host = 'inspector.example.com') =>
    origins.allows({
      url,
      headers: { host, ...(origin === undefined ? {} : { origin }) },
      socket: new Socket(),
    })

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

  it('accepts listed origins only, letter by letter', () => {
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
    expect(
      new AllowedOrigins([]).allows({ url: '/api/pods', headers: { origin: CONSOLE }, socket: new Socket() }),
    ).to.equal(false)
  })

  it('excludes this service, even if listed', () => {
    expect(admits('/api/pods', CONSOLE, 'console.example.com')).to.equal(false)
    expect(admits('/api/pods', 'http://localhost:3000', 'localhost:3000')).to.equal(false)
    expect(admits('/api/pods', 'http://localhost:3000', 'localhost:8080')).to.equal(true)
  })
})

describe('the own origin of this service', () => {
  const isOwn = (
    origin: string,
    host: string | undefined,
    { publicUrl, tls = false }: { publicUrl?: string; tls?: boolean } = {},
  ) => {
    const origins = new AllowedOrigins([], publicUrl === undefined ? undefined : new URL(publicUrl))
    const socket = tls ? new TLSSocket(new Socket()) : new Socket()
    return origins.isOwn({ url: '/', headers: { origin, ...(host === undefined ? {} : { host }) }, socket })
  }

  it('equals the host of the request, with or without the default port of the scheme [A14]', () => {
    for (const [origin, host] of [
      ['https://h', 'h'],
      ['https://h', 'h:443'],
      ['http://h', 'h:80'],
      ['http://h', 'H'],
      ['http://localhost:8080', 'localhost:8080'],
      ['https://[::1]:8443', '[::1]:8443'],
    ] as const)
      expect(isOwn(origin, host), `${origin} ${host}`).to.equal(true)
    for (const [origin, host] of [
      ['null', 'h'],
      ['', 'h'],
      ['https://h', undefined],
      ['https://h', 'h:80'],
      ['http://h', 'h:443'],
      ['https://h:8443', 'h'],
      ['https://evil.example', 'h'],
      ['https://evil.example', 'h@evil.example.h'],
      ['blob:https://h', 'h'],
      ['ftp://h', 'h'],
    ] as const)
      expect(isOwn(origin, host), `${origin} ${host}`).to.equal(false)
  })

  it('requires https on a connection with TLS', () => {
    expect(isOwn('https://h', 'h:443', { tls: true })).to.equal(true)
    expect(isOwn('http://h', 'h', { tls: true })).to.equal(false)
    expect(isOwn('http://h:443', 'h:443', { tls: true })).to.equal(false)
  })

  it('equals the public URL, whatever Host a proxy sends, and no other scheme or port of its name', () => {
    const publicUrl = 'https://inspector.example.com'
    for (const host of ['inspector.example.com', 'inspector.example.com:443', '10.0.0.7:8080'])
      expect(isOwn(publicUrl, host, { publicUrl }), host).to.equal(true)
    const name = 'inspector.example.com'
    expect(isOwn(`http://${name}`, name, { publicUrl })).to.equal(false)
    expect(isOwn(`https://${name}:8443`, `${name}:8443`, { publicUrl })).to.equal(false)
    expect(isOwn('http://localhost:8080', 'localhost:8080', { publicUrl })).to.equal(true)
  })
})
