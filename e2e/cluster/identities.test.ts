import { expect } from 'chai'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { ACCOUNT, NAMESPACE, RELEASE } from './environment/release.ts'
import { world } from './environment/world.ts'

const ANCHOR = `secret/${RELEASE}-token-anchor`
/**
 * The longest time until a token whose bound Secret was deleted is refused, and until the operator provides
 * another. The API server caches tokens for 10 s.
 */
const WITHIN_MS = 30_000

describe('Two identities in one Pod', function () {
  this.timeout(180_000)
  const { kubectl, forward, release, access } = world()

  /** Runs JavaScript in a container of the Pod. */
  const run = async (container: string, script: string): Promise<string> => {
    const { metadata } = await release.pod()
    const command = ['--', 'node', '-e', script]
    return (await kubectl.text('exec', '-n', NAMESPACE, metadata.name, '-c', container, ...command)).trim()
  }
  const ownToken = () =>
    run('server', `console.log(require('fs').readFileSync('/var/run/cluster-inspector/token','utf8'))`)
  const asked = async (token: string, path: string): Promise<number> => {
    const kube = new Kube({ ...access, token })
    try {
      return (await kube.call('GET', path)).status
    } finally {
      await kube.close()
    }
  }
  const secrets = `/api/v1/namespaces/${NAMESPACE}/secrets`

  it('the server may read no Secret unless the chart grants it, by its own token, and reads what its routes need', async () => {
    await release.setAlone('rbac.groups.secrets=false')
    const token = await ownToken()
    expect(await asked(token, secrets)).to.equal(403)
    expect(await asked(token, `${secrets}/${RELEASE}-token-anchor`)).to.equal(403)
    expect(await asked(token, '/api/v1/pods?limit=1')).to.equal(200)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string
      exp: number
      iat: number
      'kubernetes.io': { secret: { name: string } }
    }
    expect(claims.sub).to.equal(`system:serviceaccount:${NAMESPACE}:${ACCOUNT}`)
    expect(claims['kubernetes.io'].secret.name).to.equal(`${RELEASE}-token-anchor`)
    expect(claims.exp - claims.iat).to.be.at.most(3607)
  })

  it("gives the server's container no other token, and no right to write its source", async () => {
    const found = await run(
      'server',
      `const fs=require('fs');const look=(d)=>{try{for(const e of fs.readdirSync(d,{withFileTypes:true})){const p=d+'/'+e.name;
        if(e.isDirectory())look(p);else if(e.name==='token')console.log(p)}}catch{}};look('/run');look('/var/run/secrets')`,
    )
    expect(found.split('\n').map((path) => path.replace(/^\/var/, ''))).to.deep.equal([
      '/run/cluster-inspector/token',
    ])
    const written = await run(
      'server',
      `try{require('fs').writeFileSync('/var/run/cluster-inspector/token','mine');console.log('written')}catch(e){console.log(e.code)}`,
    )
    expect(written).to.match(/^(EROFS|ERR_ACCESS_DENIED)$/)
    const plain = await kubectl.try(
      'exec',
      '-n',
      NAMESPACE,
      (await release.pod()).metadata.name,
      '-c',
      'server',
      '--',
      'sh',
      '-c',
      'echo mine > /var/run/cluster-inspector/token',
    )
    expect(plain.stderr).to.include('Read-only file system')
  })

  it('the operator may do in its namespace what it needs, and no more', async () => {
    const as = `--as=system:serviceaccount:${NAMESPACE}:${RELEASE}-operator`
    const may = async (...right: string[]) =>
      (await kubectl.try('auth', 'can-i', ...right, as)).stdout.toString().trim()
    expect(await may('list', 'secrets', '-n', NAMESPACE)).to.equal('yes')
    expect(
      await may('create', `serviceaccounts/${ACCOUNT}`, '--subresource=token', '-n', NAMESPACE),
    ).to.equal('yes')
    for (const right of [
      ['list', 'secrets', '-n', 'kube-system'],
      ['delete', 'secrets', '-n', NAMESPACE],
      ['create', 'serviceaccounts/default', '--subresource=token', '-n', NAMESPACE],
      ['list', 'pods', '-n', NAMESPACE],
      ['patch', 'clustercontexts', '-n', NAMESPACE],
    ])
      expect(await may(...right), right.join(' ')).to.equal('no')
  })

  it('the tokens of the server end with their anchor, and with another one it is handed another', async () => {
    const before = await ownToken()
    await kubectl.text('delete', '-n', NAMESPACE, ANCHOR)
    await until(
      'the token to be refused',
      async () => ((await asked(before, '/api/v1/pods?limit=1')) === 401 ? true : undefined),
      WITHIN_MS,
    )
    const metadata = {
      name: `${RELEASE}-token-anchor`,
      namespace: NAMESPACE,
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': RELEASE, 'meta.helm.sh/release-namespace': NAMESPACE },
    }
    await kubectl.apply({ apiVersion: 'v1', kind: 'Secret', metadata })
    await until(
      'another token',
      async () => {
        const token = await ownToken()
        return token !== before && (await asked(token, '/api/v1/pods?limit=1')) === 200 ? true : undefined
      },
      WITHIN_MS,
    )
    await until('the service to answer live', async () => {
      const answer = await call(forward.api, 'GET', '/api/nodes', undefined, { 'cache-control': 'no-cache' })
      return answer.status === 200 ? true : undefined
    })
  })
})
