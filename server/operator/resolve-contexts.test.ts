import { expect } from 'chai'
import { resolveContexts } from './resolve-contexts.ts'
import type { Allowed } from './rejection.ts'
import type { ClusterContext, Secret } from './resources.ts'

const strict: Allowed = { insecureTls: false, servers: [] }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const server = 'https://second.example.com:6443'

function kubeconfig(changes: object = {}): string {
  return JSON.stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token: 'secret-token', ...changes } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  })
}
function secret(name: string, data: Record<string, string>, metadata: object = {}): Secret {
  const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]))
  return {
    metadata: { name, namespace: 'ci', uid: name, creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
    data: encoded,
  }
}
function declare(
  name: string,
  spec: Partial<ClusterContext['spec']>,
  createdAt = '2026-01-01T00:00:00Z',
): ClusterContext {
  const metadata = { name, namespace: 'ci', uid: name, creationTimestamp: createdAt }
  return { metadata, spec: { contextName: name, ...spec } }
}

describe('resolved contexts', () => {
  it('combines kubeconfigs, tokens, labelled Secrets and those of Argo CD in one file', () => {
    const { bundle, verdicts } = resolveContexts(
      {
        clusterContexts: [
          declare('of-kubeconfig', { kubeconfigSecretRef: { name: 'kc' }, default: true }),
          declare('of-token', { tokenSecretRef: { name: 'tok' }, server }),
          declare('aside', { kubeconfigSecretRef: { name: 'kc' }, suspend: true }),
        ],
        secrets: [
          secret('kc', { kubeconfig: kubeconfig() }),
          secret('tok', { token: 'secret-token\n' }),
          secret(
            'labelled',
            { value: kubeconfig() },
            { labels: { 'clusterinspector.dev/secret-type': 'kubeconfig' } },
          ),
          secret(
            'argo-1',
            { name: 'argo', server, config: '{"bearerToken":"secret-token"}' },
            { labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
          ),
        ],
      },
      strict,
      'in-cluster',
    )
    expect(bundle.default).to.equal('of-kubeconfig')
    expect(bundle.contexts.map(({ name, declared }) => [name, declared.source])).to.deep.equal([
      ['argo', 'Secret ci/argo-1'],
      ['labelled', 'Secret ci/labelled'],
      ['of-kubeconfig', 'ClusterContext ci/of-kubeconfig'],
      ['of-token', 'ClusterContext ci/of-token'],
    ])
    for (const one of bundle.contexts) expect(one).to.deep.include({ server, token: 'secret-token' })
    expect(verdicts.get('ClusterContext ci/aside')).to.deep.equal({ state: 'suspended' })
  })

  it('accepts tokens of any characters that a header can carry [D16]', () => {
    const tokens = ['kubeconfig-user-x:y', 'a,b;c', 'schlüssel']
    const { bundle } = resolveContexts(
      {
        clusterContexts: tokens.map((_, at) =>
          declare(`c${at}`, { tokenSecretRef: { name: `t${at}` }, server }),
        ),
        secrets: tokens.map((token, at) => secret(`t${at}`, { token: `${token}\n` })),
      },
      strict,
      'in-cluster',
    )
    expect(bundle.contexts.map(({ token }) => token)).to.deep.equal(tokens)
  })

  it('leaves out what cannot be used, says why, and keeps the others', () => {
    const { bundle, verdicts } = resolveContexts(
      {
        clusterContexts: [
          declare('absent', { kubeconfigSecretRef: { name: 'nowhere' } }),
          declare('keyless', { kubeconfigSecretRef: { name: 'kc', key: 'other' } }),
          declare('hostile', { kubeconfigSecretRef: { name: 'evil' } }),
          declare('empty', {}),
          declare('stolen', { contextName: 'in-cluster', kubeconfigSecretRef: { name: 'kc' } }),
          declare('good', { kubeconfigSecretRef: { name: 'kc' } }),
        ],
        secrets: [
          secret('kc', { kubeconfig: kubeconfig() }),
          secret('evil', { kubeconfig: kubeconfig({ exec: { command: 'sh' } }) }),
        ],
      },
      strict,
      'in-cluster',
    )
    expect(bundle.contexts.map(({ name }) => name)).to.deep.equal(['good'])
    const said = (name: string) => {
      const verdict = verdicts.get(`ClusterContext ci/${name}`)
      return verdict?.state === 'rejected' ? `${verdict.reason}: ${verdict.message}` : verdict?.state
    }
    expect(said('absent')).to.equal('SecretMissing: Secret "nowhere" not found')
    expect(said('keyless')).to.equal('SecretMissing: Secret "kc" has no key other')
    expect(said('hostile')).to.match(/^Invalid: user: "exec" is not allowed, because it runs a program/)
    expect(said('empty')).to.match(/^Invalid: spec: must contain/)
    expect(said('stolen')).to.include('NameTaken')
    expect(said('good')).to.equal('accepted')
  })

  it('gives a name to who was there first, in whatever order they come', () => {
    const first = declare(
      'b',
      { contextName: 'prod', kubeconfigSecretRef: { name: 'kc' } },
      '2026-01-01T00:00:00Z',
    )
    const second = declare(
      'a',
      { contextName: 'prod', kubeconfigSecretRef: { name: 'kc' } },
      '2026-01-02T00:00:00Z',
    )
    const secrets = [secret('kc', { kubeconfig: kubeconfig() })]
    const one = resolveContexts({ clusterContexts: [first, second], secrets }, strict, 'in-cluster')
    const other = resolveContexts({ clusterContexts: [second, first], secrets }, strict, 'in-cluster')
    expect(JSON.stringify(one.bundle)).to.equal(JSON.stringify(other.bundle))
    expect(one.bundle.contexts[0]?.declared.source).to.equal('ClusterContext ci/b')
    expect(one.verdicts.get('ClusterContext ci/a')).to.deep.include({ reason: 'NameTaken' })
  })

  it('takes the cluster that the service runs in for what it is, by the name it has here', () => {
    const status = {
      lastProbeTime: '2026-01-03T00:00:00Z',
      serverVersion: 'v1.34.0',
      conditions: [
        {
          type: 'Ready',
          status: 'True' as const,
          reason: 'Ready',
          message: 'fine',
          lastTransitionTime: '2026-01-03T00:00:00Z',
          observedGeneration: 1,
        },
      ],
    }
    const home = { ...declare('home', { contextName: 'here', inCluster: {}, default: true }), status }
    const { bundle, verdicts } = resolveContexts(
      {
        clusterContexts: [
          home,
          declare('misnamed', { contextName: 'other', inCluster: {} }),
          declare('off', { contextName: 'here', inCluster: {}, suspend: true }),
        ],
        secrets: [],
      },
      strict,
      'here',
    )
    const standing = { ready: true, serverVersion: 'v1.34.0', at: Date.parse('2026-01-03T00:00:00Z') }
    expect(bundle).to.deep.equal({ contexts: [], default: 'here', home: { standing } })
    expect(verdicts.get('ClusterContext ci/home')).to.deep.equal({ state: 'accepted', context: undefined })
    expect(verdicts.get('ClusterContext ci/misnamed')).to.deep.include({
      state: 'rejected',
      reason: 'Invalid',
    })
    expect(verdicts.get('ClusterContext ci/off')).to.deep.include({ state: 'rejected', reason: 'NameTaken' })
  })

  it('tells the server how the replica that leads found a context', () => {
    const not = declare('down', { tokenSecretRef: { name: 'tok' }, server })
    const condition = {
      type: 'Ready',
      status: 'False' as const,
      reason: 'Unreachable',
      message: 'no connection to 10.0.0.1:6443 within 3 s (time-out)',
      lastTransitionTime: '2026-01-03T00:00:00Z',
      observedGeneration: 1,
    }
    const status = { lastProbeTime: '2026-01-03T00:00:00Z', conditions: [condition] }
    const { bundle } = resolveContexts(
      { clusterContexts: [{ ...not, status }], secrets: [secret('tok', { token: 'secret-token' })] },
      strict,
      'in-cluster',
    )
    expect(bundle.contexts[0]?.standing).to.deep.equal({
      ready: false,
      reason: 'no connection to 10.0.0.1:6443 within 3 s (time-out)',
      at: Date.parse('2026-01-03T00:00:00Z'),
    })
  })
})
