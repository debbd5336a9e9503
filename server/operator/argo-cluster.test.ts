import { expect } from 'chai'
import { sanitizeArgoCluster } from './argo-cluster.ts'
import { Rejection, type Allowed } from './rejection.ts'

const strict: Allowed = { insecureTls: false, servers: [] }
const server = 'https://prod.example.com'

describe('a cluster as Argo CD declares it', () => {
  const rejected = (config: object | string, to = server): string => {
    try {
      sanitizeArgoCluster(to, typeof config === 'string' ? config : JSON.stringify(config), strict)
    } catch (error) {
      expect(error).to.be.instanceOf(Rejection)
      expect((error as Rejection).message).to.not.include('secret-token')
      return (error as Rejection).message
    }
    return 'taken'
  }

  it('comes down to what a connection is made of', () => {
    const config = { bearerToken: 'secret-token', tlsClientConfig: { serverName: 'kube' } }
    expect(sanitizeArgoCluster(server, JSON.stringify(config), strict)).to.deep.equal({
      server,
      servername: 'kube',
      token: 'secret-token',
    })
  })

  it('accepts tokens of any characters that a header can carry [D16]', () => {
    for (const bearerToken of ['kubeconfig-user-x:y', 'u-1:{"a",2}', 'schlüssel'])
      expect(sanitizeArgoCluster(server, JSON.stringify({ bearerToken }), strict).token).to.equal(bearerToken)
    expect(rejected({ bearerToken: 'secret-token\tx' })).to.include('without blanks')
  })

  it('rejects one that runs or goes through something, or leads to no cluster [S3]', () => {
    const token = { bearerToken: 'secret-token' }
    for (const [config, sentence] of [
      [{ ...token, execProviderConfig: { command: 'sh' } }, 'runs a program'],
      [{ ...token, awsAuthConfig: { clusterName: 'x' } }, 'runs a program'],
      [{ ...token, proxyUrl: 'http://evil' }, 'another host'],
      [{ username: 'a', password: 'b' }, 'no longer supported by API servers'],
      [{ ...token, tlsClientConfig: { insecure: true } }, 'operator.allow.insecureTls'],
      [{ ...token, tlsClientConfig: { certData: 'bm8=' } }, 'must contain both'],
      [{ ...token, tlsClientConfig: { caData: '!' } }, 'base64'],
      [{ bearerToken: 7 }, 'must be a string'],
      [{}, 'must contain a bearerToken'],
      ['{"bearerToken": secret-token', 'not valid JSON'],
      ['[]', 'must be a map'],
    ] as const)
      expect(rejected(config), JSON.stringify(config)).to.include(sentence)
    expect(rejected(token, 'https://169.254.169.254')).to.match(/^server: /)
    expect(rejected(token, 'https://kubernetes.default.svc')).to.equal('taken')
  })
})
