import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ConfigError, loadConfig, variableOf } from './load-config.ts'

describe('configuration', () => {
  let folder: string
  const file = (content: string) => {
    const path = join(folder, 'config.json')
    writeFileSync(path, content)
    return path
  }
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('has defaults that are safe: loopback, no demo, strict', () => {
    const config = loadConfig({ demo: true }, {})
    expect(config).to.deep.include({
      port: 8080,
      host: '127.0.0.1',
      metricsPort: 9090,
      metricsHost: '127.0.0.1',
      readOnly: false,
    })
    expect(config).to.deep.include({
      requestTimeoutMs: 15_000,
      shutdownDelayMs: 0,
      shutdownGraceMs: 20_000,
      logFormat: 'json',
    })
    expect(Object.isFrozen(config)).to.equal(true)
  })

  it('takes flags over environment over file over defaults', () => {
    const config = file('{"port": 1, "logLevel": "warn", "namespaces": ["a", "b"], "shutdownDelay": "5s"}')
    const env = { PORT: '2', CLUSTER_INSPECTOR_LOG_LEVEL: 'error', CLUSTER_INSPECTOR_METRICS_PORT: '7' }
    expect(loadConfig({ config, demo: true, port: '3' }, env)).to.deep.include({
      port: 3,
      logLevel: 'error',
      metricsPort: 7,
      namespaces: ['a', 'b'],
      shutdownDelayMs: 5000,
    })
    expect(loadConfig({ config, demo: true }, env).port).to.equal(2)
    expect(loadConfig({ demo: true }, { CLUSTER_INSPECTOR_CONFIG: config }).port).to.equal(1)
    expect(variableOf('metricsPort')).to.equal('CLUSTER_INSPECTOR_METRICS_PORT')
  })

  it('takes defaults of settings as JSON, in flags and variables too, and names what is wrong in them', () => {
    const defaults = { themeMode: 'dark', selectedNamespace: '', selectedContext: null }
    const text = JSON.stringify(defaults)
    expect(loadConfig({ demo: true, settingsDefaults: text }, {}).settingsDefaults).to.deep.equal(defaults)
    const env = { CLUSTER_INSPECTOR_SETTINGS_DEFAULTS: text }
    expect(loadConfig({ demo: true }, env).settingsDefaults).to.deep.equal(defaults)
    const config = file(JSON.stringify({ settingsDefaults: defaults }))
    expect(loadConfig({ demo: true, config }, {}).settingsDefaults).to.deep.equal(defaults)
    for (const [wrong, message] of [
      ['{"themeMode":"sepia"}', 'settingsDefaults.themeMode must be one of: light, dark, system'],
      ['{"selectedNamespace":"Shop"}', 'settingsDefaults.selectedNamespace must be a namespace-choice'],
      ['{"autoRefreshInterval":4}', 'settingsDefaults.autoRefreshInterval must be >= 5'],
      ['{"mode":1}', 'mode is not a setting'],
      ['dark', 'settingsDefaults must be object'],
    ] as const)
      expect(() => loadConfig({ demo: true, settingsDefaults: wrong }, {}), wrong).to.throw(
        ConfigError,
        message,
      )
  })

  it('keeps settings of people below XDG_STATE_HOME, if that is absolute, or else in the home folder', () => {
    const stateFile = (env: Record<string, string>, flags = {}) =>
      loadConfig({ demo: true, ...flags }, env).stateFile
    expect(stateFile({ XDG_STATE_HOME: '/var/state' })).to.equal('/var/state/cluster-inspector/state.json')
    for (const env of [{}, { XDG_STATE_HOME: '' }, { XDG_STATE_HOME: 'state' }])
      expect(stateFile(env)).to.equal(join(homedir(), '.local', 'state', 'cluster-inspector', 'state.json'))
    expect(stateFile({ XDG_STATE_HOME: '/var/state' }, { stateFile: '/x.json' })).to.equal('/x.json')
  })

  it('rejects an environment that weakens security [S13]', () => {
    for (const env of [
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      { NODE_OPTIONS: '--max-old-space-size=100 --inspect=0.0.0.0:9229' },
      { NODE_OPTIONS: '--inspect-brk' },
      { NODE_OPTIONS: '"--inspect_port=1"' },
      { NODE_OPTIONS: '--insecure-http-parser' },
      { NODE_OPTIONS: '--tls-keylog=/tmp/keys' },
      { NODE_OPTIONS: '--tls-min-v1.0' },
      { NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2' },
      { NODE_OPTIONS: '--report-on-signal' },
      { NODE_OPTIONS: '--abort-on-uncaught-exception' },
      { NODE_DEBUG: 'fs,http' },
      { NODE_DEBUG: 'TLS' },
    ])
      expect(() => loadConfig({ demo: true }, env), JSON.stringify(env)).to.throw(ConfigError, 'unset it')
    const harmless = {
      NODE_TLS_REJECT_UNAUTHORIZED: '1',
      NODE_OPTIONS: '--max-old-space-size=100 --tls-min-v1.3',
      NODE_DEBUG: 'fs',
    }
    expect(loadConfig({ demo: true }, harmless).port).to.equal(8080)
  })

  it('rejects settings that would listen for callers it could not accept', () => {
    const refused = (flags: Record<string, unknown>, sentence: string) =>
      expect(() => loadConfig({ demo: true, ...flags }, {}), JSON.stringify(flags)).to.throw(
        ConfigError,
        sentence,
      )
    refused({ host: '*' }, 'set tokenAudiences')
    refused({ host: '10.0.0.1' }, 'instead of 10.0.0.1')
    refused({ loopback: 'false' }, 'no authentication method is enabled')
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
      expect(loadConfig({ demo: true, host }, {}).loopback).to.equal(true)
    expect(loadConfig({ demo: true, host: '*', tokenAudiences: 'a,b' }, {}).tokenAudiences).to.deep.equal([
      'a',
      'b',
    ])
    const inCluster = { KUBERNETES_SERVICE_HOST: '10.96.0.1' }
    expect(loadConfig({ host: '*' }, inCluster).host).to.equal('*')
    expect(() => loadConfig({ host: '*', loopback: false }, inCluster)).to.throw(
      ConfigError,
      'no authentication method',
    )
  })

  it('lists other origins as browsers say them, where they can show tokens', () => {
    expect(loadConfig({ demo: true }, {}).allowedOrigins).to.deep.equal([])
    const some = { demo: true, allowedOrigins: 'https://console.example.com,http://localhost:3000' }
    expect(loadConfig({ ...some, tokenAudiences: 'a' }, {}).allowedOrigins).to.deep.equal([
      'https://console.example.com',
      'http://localhost:3000',
    ])
    expect(() => loadConfig(some, {})).to.throw(ConfigError, 'requires tokenAudiences')
    for (const wrong of ['*', 'null', 'https://console.example.com/', 'console.example.com'])
      expect(() => loadConfig({ ...some, allowedOrigins: wrong, tokenAudiences: 'a' }, {}), wrong).to.throw(
        ConfigError,
        'allowedOrigins.0 must be a web-origin',
      )
  })

  it('rejects incomplete TLS settings', () => {
    const pair = { tlsCertificateFile: '/tls/tls.crt', tlsKeyFile: '/tls/tls.key' }
    const ca = { tlsClientCaFile: '/ca/ca.crt' }
    const proxies = { trustedProxies: 'front-proxy' }
    for (const [flags, sentence] of [
      [{ tlsCertificateFile: '/tls/tls.crt' }, 'set both'],
      [{ tlsKeyFile: '/tls/tls.key' }, 'set both'],
      [{ ...ca, ...proxies }, 'require TLS'],
      [proxies, 'requires tlsClientCaFile'],
      [{ ...pair, ...proxies }, 'requires tlsClientCaFile'],
      [{ ...pair, ...ca }, 'no effect without trustedProxies'],
      [{ ...pair, ...ca, trustedProxies: '.example.com' }, 'trustedProxies.0 must match'],
    ] as const)
      expect(() => loadConfig({ demo: true, ...flags }, {}), JSON.stringify(flags)).to.throw(
        ConfigError,
        sentence,
      )
    const whole = { ...pair, ...ca, ...proxies, host: '*', loopback: 'false' }
    expect(loadConfig({ demo: true, ...whole }, {}).trustedProxies).to.deep.equal(['front-proxy'])
    expect(loadConfig({ demo: true, ...pair }, {}).tlsPort).to.equal(8443)
  })

  it('reads lists and booleans of variables as they are meant', () => {
    const env = {
      CLUSTER_INSPECTOR_NAMESPACES: 'a,b',
      CLUSTER_INSPECTOR_READ_ONLY: 'true',
      CLUSTER_INSPECTOR_DEMO: 'true',
    }
    expect(loadConfig({}, env)).to.deep.include({ namespaces: ['a', 'b'], readOnly: true, demo: true })
  })

  it('defaults logFormat to text on a terminal', () => {
    expect(loadConfig({ demo: true }, {}, true).logFormat).to.equal('text')
    expect(loadConfig({ demo: true, logFormat: 'json' }, {}, true).logFormat).to.equal('json')
  })

  it('names every mistake at once', () => {
    const wrong = {
      demo: true,
      port: '0x10',
      metricsPort: '70000',
      logLevel: 'loud',
      requestTimeout: 'soon',
      namespaces: 'A,..',
    }
    try {
      loadConfig(wrong, {})
      expect.fail('it was taken')
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const name of [
        'port',
        'metricsPort',
        'logLevel',
        'requestTimeout',
        'namespaces.0',
        'namespaces.1',
      ])
        expect(error.message).to.match(new RegExp(`^${name} must`, 'm'))
      expect(error.message).to.include('logLevel must be one of: error, warn, info, debug (given: "loud")')
    }
  })

  for (const [what, content, message] of [
    ['an unknown key', '{"prot": 1}', /prot is not a setting/],
    ['no JSON', '{"a":\nSECRET}', /cannot be read: it is not valid JSON(, line 2)?$/],
    ['no object', '[]', /must contain one JSON object/],
  ] as const)
    it(`refuses a file with ${what}`, () => {
      expect(() => loadConfig({ config: file(content), demo: true }, {})).to.throw(ConfigError, message)
    })

  it('finds the cluster it runs in, by IPv4 and IPv6', () => {
    const home = (host: string) =>
      loadConfig({}, { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: '443' }).home
    expect(home('10.96.0.1')).to.deep.equal({ kind: 'in-cluster', server: 'https://10.96.0.1:443' })
    expect(home('fd00::1')).to.deep.equal({ kind: 'in-cluster', server: 'https://[fd00::1]:443' })
  })

  it('finds kubeconfig files, a named one before the cluster it runs in', () => {
    const path = file('{}')
    const home = (...files: string[]) => ({ kind: 'kubeconfig', files })
    // A file that does not exist may come while the service runs.
    expect(loadConfig({}, { KUBECONFIG: `${path}:/nowhere` }).home).to.deep.equal(home(path, '/nowhere'))
    expect(loadConfig({ kubeconfig: path }, { KUBERNETES_SERVICE_HOST: '10.96.0.1' }).home).to.deep.equal(
      home(path),
    )
  })

  it('says what to do where there is no cluster to find', () => {
    expect(() => loadConfig({ kubeconfig: '/nowhere' }, {})).to.throw(
      ConfigError,
      /no kubeconfig at \/nowhere.*serve --demo/,
    )
  })
})
