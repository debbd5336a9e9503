import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { RunningServer } from '../../server/app/server.ts'
import { credentialsFor } from '../../server/cluster/client/credentials/credentials-for.ts'
import type { KubeconfigCluster } from '../../server/cluster/client/kubeconfig/model.ts'
import {
  buildCluster,
  buildExec,
  buildSurroundings,
  buildUser,
  type TestSurroundings,
} from '../../server/testing/kubeconfig-user.ts'
import { ManualClock } from '../../server/testing/manual-time.ts'
import { Authority } from '../support/certificates.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { TlsCluster } from '../support/tls-cluster.ts'

describe('a context whose user is a credential plugin [C15]', () => {
  let folder: string
  let demo: DemoCluster
  let tls: TlsCluster
  let authority: Authority
  let time: ManualClock
  let surroundings: TestSurroundings

  const credential = (token: string) =>
    JSON.stringify({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token },
    })
  /** Makes the plugin print a token, or fail with an exit code. */
  const plugin = (behaviour: { token: string } | { code: number }): string => {
    const command = join(folder, 'aws')
    const line =
      'token' in behaviour
        ? `echo '${credential(behaviour.token)}'`
        : `echo 'the session of dev has expired' >&2; exit ${behaviour.code}`
    writeFileSync(command, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    return command
  }
  const serve = async (cluster: Partial<KubeconfigCluster> = {}): Promise<RunningServer> => {
    const user = buildUser({ exec: buildExec({ command: join(folder, 'aws') }) })
    const trusted = buildCluster({ certificateAuthority: { data: authority.pem }, ...cluster })
    const credentials = credentialsFor(user, trusted, surroundings)
    return serveCluster(tls.url, '', { credentials, settings: { cache: false } })
  }
  const get = (service: RunningServer, path: string) => call(`http://127.0.0.1:${service.port}`, 'GET', path)
  const steps = async (service: RunningServer) => {
    const { json } = await get(service, '/api/test-connection')
    const checks = json['checks'] as { name: string; status: string; message: string }[]
    return {
      statuses: checks.map(({ name, status }) => `${name} ${status}`).join(', '),
      failure: checks.find(({ status }) => status === 'fail')?.message,
    }
  }

  beforeEach(async () => {
    folder = openFolder('plugins')
    authority = await Authority.create(folder, 'ca')
    demo = await openDemoCluster({ controllers: false })
    tls = await TlsCluster.open(
      await authority.issue('kube-apiserver', 'subjectAltName=IP:127.0.0.1'),
      demo.url,
    )
    time = new ManualClock()
    surroundings = buildSurroundings({ PATH: process.env['PATH'] }, time)
  })

  it('answers 500 with the exit code once the plugin fails, after it worked', async () => {
    plugin({ token: demo.token })
    const service = await serve()
    expect((await get(service, '/api/pods')).status).to.equal(200)
    expect((await steps(service)).statuses).to.match(/tls pass, authentication pass/)
    demo.revokeToken(demo.token)
    plugin({ code: 255 })
    for (const _ of [1, 2]) {
      const { status, json } = await get(service, '/api/pods')
      expect([status, json['details']]).to.deep.equal([500, 'credential plugin "aws" exited with 255'])
    }
    expect(surroundings.logged.map(({ fields }) => fields['stderr'])).to.deep.equal([
      'the session of dev has expired',
    ])
  })

  it('sends a request again with the token that the plugin gives after a 401', async () => {
    plugin({ token: 'revoked' })
    const service = await serve()
    expect((await get(service, '/api/pods')).json['details']).to.match(/the API server answered 401/)
    plugin({ token: demo.token })
    time.turn(60_000)
    expect((await get(service, '/api/pods')).status).to.equal(200)
  })

  it('blames the step authentication, not TLS, in the connection test', async () => {
    plugin({ code: 3 })
    const { statuses, failure } = await steps(await serve())
    expect(statuses).to.equal(
      'dns skipped, tcp pass, tls skipped, authentication fail, authorization skipped, version skipped',
    )
    expect(failure).to.equal('credential plugin "aws" exited with 3')
  })

  it('blames TLS for a CA that cannot be read', async () => {
    plugin({ token: demo.token })
    const { statuses, failure } = await steps(
      await serve({ certificateAuthority: { file: join(folder, 'none') } }),
    )
    expect(statuses).to.match(/tls fail, authentication skipped/)
    expect(failure).to.match(/certificate-authority cannot be read/)
  })
})
