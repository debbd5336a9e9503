import { expect } from 'chai'
import { call } from '../support/http.ts'
import {
  declared,
  kubeconfigOf,
  readDeclared,
  removeDeclared,
  secretOf,
  reported,
} from './environment/declared.ts'
import { NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'

const GOOD = { server: 'https://second.example.com:6443', ca: '', token: 'a-secret-token' }

/** Malicious kubeconfigs, and the reason with which each is refused. */
const HOSTILE: readonly (readonly [string, string, RegExp])[] = [
  [
    'exec',
    kubeconfigOf(GOOD, {}, { exec: { apiVersion: 'v1', command: 'sh' } }),
    /^user: "exec" is not allowed, because it runs a program, and the Pod runs none: use a token or a client certificate$/,
  ],
  [
    'auth-provider',
    kubeconfigOf(GOOD, {}, { 'auth-provider': { name: 'gcp' } }),
    /"auth-provider" is not allowed, because it calls an issuer that the kubeconfig names: use a token/,
  ],
  [
    'token-file',
    kubeconfigOf(GOOD, {}, { tokenFile: '/var/run/secrets/token' }),
    /"tokenFile" is not allowed: it reads a file/,
  ],
  [
    'key-file',
    kubeconfigOf(GOOD, {}, { 'client-key': '/etc/shadow' }),
    /"client-key" is not allowed, because it reads a file/,
  ],
  [
    'ca-file',
    kubeconfigOf(GOOD, { 'certificate-authority': '/etc/passwd' }),
    /"certificate-authority" is not allowed, because it reads a file/,
  ],
  [
    'proxy',
    kubeconfigOf(GOOD, { 'proxy-url': 'http://evil.example.com' }),
    /"proxy-url" is not allowed: it sends credentials/,
  ],
  [
    'insecure',
    kubeconfigOf(GOOD, { 'insecure-skip-tls-verify': true }),
    /insecure-skip-tls-verify: is not allowed/,
  ],
  [
    'impersonates',
    kubeconfigOf(GOOD, {}, { as: 'system:admin' }),
    /"as" is not allowed, because it impersonates another user/,
  ],
  [
    'metadata-address',
    kubeconfigOf({ ...GOOD, server: 'https://169.254.169.254' }),
    /metadata addresses are not allowed/,
  ],
  [
    'decimal-loopback',
    kubeconfigOf({ ...GOOD, server: 'https://2130706433:6443' }),
    /loopback.* are not allowed/,
  ],
  ['plain-http', kubeconfigOf({ ...GOOD, server: 'http://second.example.com' }), /must begin with https/],
  ['aliases', 'a: &a [x, x]\nb: [*a, *a]\nclusters: *a\n', /anchors and aliases|is an unknown field/],
  ['no-yaml', '{[', /is not valid YAML/],
]

describe('malicious kubeconfigs [S3]', function () {
  this.timeout(120_000)
  const { kubectl, forward } = world()

  before(async () => {
    await kubectl.apply(
      ...HOSTILE.flatMap(([name, text]) => [
        secretOf(name, { kubeconfig: text }),
        declared(name, { kubeconfigSecretRef: { name } }),
      ]),
    )
  })
  after(() => removeDeclared(...HOSTILE.flatMap(([name]) => [`clustercontext/${name}`, `secret/${name}`])))

  for (const [name, , reason] of HOSTILE)
    it(`rejects a malicious kubeconfig and does not serve it: ${name}`, async () => {
      await reported(name, /^False Invalid$/, 30_000)
      const { status } = await readDeclared(name)
      const stalled = status?.conditions?.find(({ type }) => type === 'Stalled')
      expect(stalled).to.deep.include({ status: 'True', reason: 'Invalid' })
      expect(stalled?.message).to.match(reason)
      expect(JSON.stringify(status)).to.not.include(GOOD.token)
      expect((await call(forward.api, 'GET', `/api/nodes?context=${name}`)).status).to.equal(400)
    })

  it('cannot take the name of the cluster that the service runs in', async () => {
    await kubectl.apply(secretOf('thief', { token: GOOD.token }), {
      ...declared('thief', { server: GOOD.server, tokenSecretRef: { name: 'thief' } }),
      spec: { contextName: 'in-cluster', server: GOOD.server, tokenSecretRef: { name: 'thief' } },
    })
    await reported('thief', /^False NameTaken$/, 30_000)
    await removeDeclared('clustercontext/thief', 'secret/thief')
  })

  it('rejects malicious declarations by the schema if it can', async () => {
    for (const [spec, words] of [
      [{ contextName: 'x' }, 'exactly one of'],
      [
        { contextName: 'x', inCluster: {}, tokenSecretRef: { name: 'x' }, server: 'https://x' },
        'exactly one of',
      ],
      [{ contextName: 'x', tokenSecretRef: { name: 'x' } }, 'server is needed'],
      [{ contextName: 'x', inCluster: {}, probe: { interval: '1s' } }, 'from 10s to 1h'],
      [{ contextName: 'x', inCluster: {}, exec: { command: 'sh' } }, 'unknown field'],
    ] as const) {
      const object = { ...declared('refused', {}), spec }
      const applied = await kubectl.tryApply(object)
      expect(applied.code, JSON.stringify(spec)).to.not.equal(0)
      expect(applied.stderr).to.include(words)
    }
    const own = declared('fixed', { inCluster: {} })
    await kubectl.apply({ ...own, spec: { contextName: 'fixed', inCluster: {} } })
    const renamed = await kubectl.tryApply({ ...own, spec: { contextName: 'other', inCluster: {} } })
    expect(renamed.stderr).to.include('contextName cannot be changed')
    await removeDeclared('clustercontext/fixed')
  })

  it('say nothing of what is secret in any log', async () => {
    const logs = await kubectl.text(
      'logs',
      '-n',
      NAMESPACE,
      '-l',
      'app.kubernetes.io/component=server',
      '--all-containers',
      '--tail=-1',
    )
    expect(logs).to.include('context rejected')
    expect(logs).to.not.include(GOOD.token)
  })
})
