import { expect } from 'chai'
import { join } from 'node:path'
import { internalError, respond } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { BundleFile, type Bundle } from '../../server/operator/context-bundle.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { NAMESPACE, operate, type Operating } from '../support/operating.ts'
import { until } from '../support/until.ts'

const server = 'https://second.example.com:6443'

describe('the operator, where Secrets alone are contexts', () => {
  let demo: DemoCluster
  let folder: string
  let file: BundleFile
  let operator: Operating
  const logged: string[] = []
  const say = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log = { error: say, warn: say, info: say, debug: () => undefined }

  const kubeconfig = (token: string, user: object = {}) =>
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server } }],
      users: [{ name: 'u', user: { token, ...user } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    })
  const secret = (name: string, text: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: NAMESPACE, labels: { 'clusterinspector.dev/secret-type': 'kubeconfig' } },
    data: { kubeconfig: Buffer.from(text).toString('base64') },
  })
  const bundle = async (): Promise<Bundle | undefined> => {
    const text = await file.text()
    return text === undefined ? undefined : file.parse(text)
  }
  const tokens = async () => (await bundle())?.contexts.map(({ name, token }) => `${name} ${token}`)
  const handedOver = (expected: string[]) =>
    until(`the bundle to hold ${expected.join(', ') || 'nothing'}`, async () =>
      JSON.stringify(await tokens()) === JSON.stringify(expected) ? true : undefined,
    )
  const start = (): void => {
    operator = operate({ demo, bundle: file, log })
  }

  beforeEach(async () => {
    logged.length = 0
    folder = openFolder('operator')
    file = new BundleFile(join(folder, 'contexts.json'))
    demo = await openDemoCluster({ controllers: false })
  })

  it('hands over what is there, what comes, what changes and what goes', async () => {
    demo.apply(secret('first', kubeconfig('one')))
    start()
    await handedOver(['first one'])
    demo.apply(secret('second', kubeconfig('two')))
    await handedOver(['first one', 'second two'])
    demo.apply(secret('first', kubeconfig('three')))
    await handedOver(['first three', 'second two'])
    demo.remove(secret('second', ''))
    await handedOver(['first three'])
  })

  it('leaves out what is hostile, says why without a word of what is secret, and keeps the others [S3]', async () => {
    demo.apply(secret('good', kubeconfig('fine')))
    demo.apply(secret('evil', kubeconfig('very-secret', { exec: { command: 'sh' } })))
    start()
    await handedOver(['good fine'])
    expect(logged.join('\n'))
      .to.include('Secret default/evil')
      .and.include('is not allowed, because it runs a program')
    expect(logged.join('\n')).to.not.match(/very-secret|fine/)
  })

  it('warns which resource it has no right to, and what grants it', async () => {
    const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403 })
    demo.faults.inject({
      when: ({ url }) => url.includes('/secrets?'),
      action: respond({ code: 403, body }),
    })
    start()
    await until('a warning', () =>
      logged.some((line) => line.includes('operator.enabled') && line.includes('"what":"secrets"'))
        ? true
        : undefined,
    )
  })

  it('takes nothing away while it cannot see what is declared', async () => {
    demo.apply(secret('first', kubeconfig('one')))
    start()
    await handedOver(['first one'])
    await operator.stop()
    const away = demo.faults.inject({
      when: ({ url }) => url.includes('/secrets'),
      action: internalError(),
    })
    start()
    await until('the operator to be refused', () => (away.met >= 2 ? true : undefined))
    expect(await tokens()).to.deep.equal(['first one'])
    demo.apply(secret('second', kubeconfig('two')))
    away.lift()
    await handedOver(['first one', 'second two'])
  })

  it('asks for no Secret of a Helm release', async () => {
    const asked: string[] = []
    demo.onRequest(({ url }) => void (url.includes('/secrets') && asked.push(url)))
    demo.apply({ ...secret('release', kubeconfig('of-helm')), type: 'helm.sh/release.v1' })
    demo.apply(secret('first', kubeconfig('one')))
    start()
    await handedOver(['first one'])
    for (const url of asked)
      expect(decodeURIComponent(url)).to.include('fieldSelector=type!=helm.sh/release.v1')
  })
})
