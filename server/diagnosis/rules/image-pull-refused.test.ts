import { expect } from 'chai'
import { pods } from '../../kinds/pods/kind.ts'
import { secrets } from '../../kinds/secrets/kind.ts'
import { podFields, rulesOf, waiting } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const image = '127.0.0.1:5000/private/x:1'
const message =
  'failed to pull and unpack image "127.0.0.1:5000/private/x:1": failed to resolve reference "127.0.0.1:5000/private/x:1": pulling from host 127.0.0.1:5000 failed with status code [manifests 1]: 401 Unauthorized'
const refused = (names: readonly string[] = [], text = message) =>
  podFields({
    spec: { imagePullSecrets: names.map((name) => ({ name })) },
    containers: [{ spec: { image }, status: waiting('ErrImagePull', text) }],
  })
const cluster = (pod: object, options = {}) => new RuleCluster(options).add(pods, 'web-1', pod)

describe('rule image-pull-refused', () => {
  it('names the pull secret that does not exist', () => {
    const [finding, ...others] = cluster(refused(['registry'])).findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({ rule: 'image-pull-refused', title: `registry refuses image ${image}` })
    expect(finding?.message).to.include('Pull secret registry does not exist.')
    expect(finding?.evidence[0]?.text).to.equal(message)
  })

  it('names a Secret of another type', () => {
    const [finding] = cluster(refused(['registry']))
      .add(secrets, 'registry', { type: 'Opaque' })
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('not of a type that the kubelet takes credentials from')
  })

  it('says that the pull secret exists', () => {
    const [finding] = cluster(refused(['registry']))
      .add(secrets, 'registry', { type: 'kubernetes.io/dockerconfigjson' })
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('The pull secrets registry exist.')
  })

  it('says that the Pod names no pull secret', () => {
    const [finding] = cluster(refused()).findings(pods, 'web-1')
    expect(finding?.message).to.include('The Pod names no pull secret.')
  })

  it('claims nothing about pull secrets where Secrets may not be read', () => {
    const [finding] = cluster(refused(['registry']), { denied: [secrets] }).findings(pods, 'web-1')
    expect(finding?.message).to.include('The Pod names the pull secrets registry.')
  })

  it("takes Docker Hub's words for a missing or private repository as a refusal", () => {
    const text =
      'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed'
    expect(rulesOf(cluster(refused([], text)).findings(pods, 'web-1'))).to.deep.equal(['image-pull-refused'])
  })

  it('does not take a word in the name of the image for the answer of the registry', () => {
    const pod = podFields({
      containers: [
        {
          spec: { image: 'registry.example.com/denied:1' },
          status: waiting('ErrImagePull', 'registry.example.com/denied:1: not found'),
        },
      ],
    })
    expect(rulesOf(cluster(pod).findings(pods, 'web-1'))).to.deep.equal(['image-not-found'])
  })
})
