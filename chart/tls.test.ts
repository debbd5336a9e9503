import { expect } from 'chai'
import * as chart from './rendering.ts'

describe('chart, TLS', function () {
  this.timeout(60_000)
  let objects: chart.KubeObject[]

  before(async function () {
    await chart.needsHelm(this)
    const found = chart.cases.find(({ name }) => name === 'tls-values')
    objects = await chart.renderObjects('--values', found?.path ?? 'no ci/tls-values.yaml')
  })

  /** Returns every file of a mounted Secret, with the Secret's name. */
  const files = ({ volumes = [], containers: [container] }: ReturnType<typeof chart.serverPod>) =>
    Object.fromEntries(
      volumes.flatMap(({ name, secret }) => {
        const folder = container?.volumeMounts?.find((mount) => mount.name === name)
        expect(folder?.subPath, 'a subPath is never written anew').to.equal(undefined)
        return (secret?.items ?? []).map(({ key, path }) => [
          `${folder?.mountPath}/${path}`,
          `${secret?.secretName} ${key}`,
        ])
      }),
    )

  it('names the server files that are mounted, and proxies', () => {
    const mounted = files(chart.serverPod(objects))
    const config = chart.serverConfig(objects)
    const at = (key: string) => mounted[String(config[key])]
    expect(at('tlsCertificateFile')).to.equal('inspector-tls tls.crt')
    expect(at('tlsKeyFile')).to.equal('inspector-tls tls.key')
    expect(at('tlsClientCaFile')).to.equal('front-proxy-ca ca.crt')
    expect(config['trustedProxies']).to.deep.equal(['front-proxy', 'proxy.gateway.svc'])
  })

  it('publishes the port of TLS and no plain one, and lets callers to it', () => {
    const [port] = chart.only(objects, 'Service').spec?.ports ?? []
    expect(port).to.include({ name: 'https', port: 443, targetPort: 'https' })
    const declared = chart.serverContainer(objects).ports?.find(({ name }) => name === 'https')
    expect(declared?.containerPort).to.equal(chart.serverConfig(objects)['tlsPort'])
    for (const { spec, metadata } of chart.all(objects, 'NetworkPolicy')) {
      const open = spec.ingress.flatMap(({ ports = [] }) => ports.map((one) => one.port))
      expect(open).to.deep.equal(
        chart.isHook({ metadata, kind: '', apiVersion: '' }) ? [8443, 9090] : [8443, 9090, 9092],
      )
    }
  })

  it('gives the test the certificate, not the key', () => {
    const [pod] = chart.all(objects, 'Pod')
    const spec = pod?.spec ?? { containers: [] }
    expect(files(spec)).to.deep.equal({ '/tls/tls.crt': 'inspector-tls tls.crt' })
    expect(spec.containers[0]?.command).to.include.members(['443', '--certificate=/tls/tls.crt'])
  })

  it('disables TLS by default', async () => {
    const config = chart.serverConfig(await chart.renderObjects())
    expect(config).to.not.have.any.keys('tlsCertificateFile', 'tlsKeyFile', 'tlsClientCaFile')
  })
})
