import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { Authority, type Pair } from '../support/certificates.ts'
import { until } from '../support/until.ts'
import { AUDIENCE } from './environment/calling-pod.ts'
import { node, pod } from './environment/kubectl.ts'
import { NAMESPACE, RELEASE } from './environment/release.ts'
import { world } from './environment/world.ts'

const HOST = `${RELEASE}.${NAMESPACE}.svc`
/** The kubelet updates a mounted Secret about once a minute; the service checks the files every 5 s. */
const ROTATED_WITHIN_MS = 180_000

interface SecureRequest {
  path: string
  /** Presents the proxy's client certificate. */
  proxy?: boolean
  token?: boolean
  headers?: Record<string, string>
}

describe('TLS, trusted proxies and sign-in on a real cluster', function () {
  this.timeout(300_000)
  const { kubectl, release, forward, image } = world()
  const namespace = `secure-${randomBytes(3).toString('hex')}`
  let folder: string
  let authority: Authority
  let proxy: Pair
  const secret = (name: string, values: Record<string, string>, type = 'Opaque') =>
    kubectl.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: NAMESPACE },
      type,
      stringData: values,
    })
  const serverCertificate = async () => {
    const { cert, key } = await authority.issue(HOST, `subjectAltName=DNS:${HOST},DNS:localhost`)
    await secret('inspector-tls', { 'tls.crt': cert, 'tls.key': key }, 'kubernetes.io/tls')
    return cert
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secure-'))
    authority = await Authority.create(folder, 'ca')
    proxy = await authority.issue('front-proxy', 'extendedKeyUsage=clientAuth')
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await serverCertificate()
    await secret('front-proxy-ca', { 'ca.crt': authority.pem })
    await secret('sign-in', {
      keys: randomBytes(32).toString('base64'),
      'oidc-client-secret': randomBytes(16).toString('hex'),
    })
    await release.setAlone(
      'tls.existingSecret=inspector-tls',
      'tls.clientCASecret=front-proxy-ca',
      'auth.trustedProxies={front-proxy}',
      'auth.tokenReview.enabled=true',
      'auth.signIn.url=https://inspector.example.com',
      'auth.signIn.existingSecret=sign-in',
      'auth.signIn.oidc.issuer=https://issuer.example.com',
      'auth.signIn.oidc.clientId=inspector',
    )
  })
  after(async () => {
    await kubectl.remove('namespace', namespace)
    await release.reset()
    await forward.renew()
    await kubectl.remove('secret', '-n', NAMESPACE, 'inspector-tls', 'front-proxy-ca', 'sign-in')
    await rm(folder, { recursive: true })
  })

  /**
   * Calls the service from another Pod over TLS; returns the status of each response and the caller's
   * identity or the error.
   */
  async function answers(name: string, calls: readonly SecureRequest[]): Promise<string[]> {
    const script = `
      const { request } = require('node:https')
      const { readFileSync } = require('node:fs')
      const ask = ({ path, proxy, token, headers = {} }) => new Promise((resolve) => {
        if (token) headers.authorization = 'Bearer ' + readFileSync('/tokens/inspector', 'utf8')
        const shown = proxy ? ${JSON.stringify(proxy)} : {}
        const sent = request('https://${HOST}' + path, { ca: ${JSON.stringify(authority.pem)}, headers, agent: false, ...shown }, async (answer) => {
          let text = ''
          for await (const chunk of answer) text += chunk
          resolve(answer.statusCode + ' ' + (JSON.parse(text)?.error ?? ''))
        })
        sent.on('error', (error) => resolve(error.code)).end()
      })
      const calls = ${JSON.stringify(calls)}
      ;(async () => { for (const one of calls) console.log(await ask(one)) })()`
    const token = { serviceAccountToken: { audience: AUDIENCE, path: 'inspector', expirationSeconds: 600 } }
    await kubectl.apply(
      pod(namespace, name, {
        restartPolicy: 'Never',
        containers: [
          { ...node(image, 'main', script), volumeMounts: [{ name: 'tokens', mountPath: '/tokens' }] },
        ],
        volumes: [{ name: 'tokens', projected: { sources: [token], defaultMode: 0o444 } }],
      }),
    )
    await until('the calls to be made', async () => {
      const { status } = await kubectl.json<Pod>('get', 'pod', '-n', namespace, name)
      return status?.phase === 'Succeeded' || status?.phase === 'Failed' ? true : undefined
    })
    return (await kubectl.text('logs', '-n', namespace, name)).trim().split('\n')
  }

  it('lets in who shows a token, and whom a trusted proxy names; a name without its certificate gains nothing', async () => {
    const path = '/api/nodes'
    const named = { 'x-remote-user': 'ada', 'x-remote-group': 'ops' }
    const said = await answers('caller', [
      { path, token: true },
      { path },
      { path, proxy: true, headers: named },
      { path, headers: named },
      { path, proxy: true },
      { path, proxy: true, headers: { 'x-remote-user': 'system:admin' } },
      { path, proxy: true, headers: { ...named, 'x-forwarded-for': '127.0.0.1' } },
    ])
    expect(said.map((answer) => answer.split(' ')[0])).to.deep.equal([
      '200',
      '401',
      '200',
      '401',
      '401',
      '401',
      '200',
    ])
    expect(said[5]).to.include('reserved for the cluster')
  })

  it('has people sign in where that is set up', async () => {
    const said = await answers('visitor', [
      { path: '/api/auth/session' },
      { path: '/api/auth/providers' },
      { path: '/api/pods' },
    ])
    expect(said.map((answer) => answer.split(' ')[0])).to.deep.equal(['200', '200', '401'])
    expect(said[2]).to.include('https://inspector.example.com/docs/sign-in')
  })

  it('answers in the clear on its own loopback alone, where kubectl port-forward comes from', async () => {
    const { metadata, status } = await release.pod()
    const inPod = async (host: string) => {
      const script = `fetch('http://${host}:8080/api/nodes').then((answer) => console.log(answer.status), (error) => console.log(error.cause.code))`
      return (await kubectl.text('exec', '-n', NAMESPACE, metadata.name, '--', 'node', '-e', script)).trim()
    }
    expect(await inPod('127.0.0.1')).to.equal('200')
    expect(await inPod(status?.podIP ?? '')).to.equal('ECONNREFUSED')
  })

  it('passes its own helm test over TLS', async () => {
    expect(await release.test()).to.match(/Phase:\s+Succeeded/)
  })

  it('shows a new certificate when its Secret has one, in the same process', async () => {
    const { metadata } = await release.pod()
    const script = `
      const socket = require('node:tls').connect({ host: '127.0.0.1', port: 8443, rejectUnauthorized: false }, () => {
        console.log(socket.getPeerX509Certificate().fingerprint256)
        socket.destroy()
      })`
    const shown = async () =>
      (await kubectl.text('exec', '-n', NAMESPACE, metadata.name, '--', 'node', '-e', script)).trim()
    const before = await shown()
    await serverCertificate()
    // The kubelet writes the Secrets of a Pod that changes at once, those of others within a minute.
    const changed = `e2e.example.com/changed=${Date.now()}`
    await kubectl.text('annotate', 'pod', metadata.name, '-n', NAMESPACE, '--overwrite', changed)
    await until(
      'the new certificate',
      async () => ((await shown()) === before ? undefined : true),
      ROTATED_WITHIN_MS,
    )
    const { metadata: after, status } = await release.pod()
    expect([after.uid, status?.containerStatuses?.[0]?.restartCount]).to.deep.equal([metadata.uid, 0])
    expect((await answers('after', [{ path: '/api/nodes', token: true }]))[0]).to.match(/^200/)
  })
})
