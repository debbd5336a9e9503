import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { startDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { BundleFile } from '../../server/operator/context-bundle.ts'
import { exposition } from '../support/exposition.ts'
import { call } from '../support/http.ts'
import { operate } from '../support/operating.ts'
import { serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'

const quiet = (): void => undefined

describe('work that nobody awaits', () => {
  let demo: DemoCluster

  beforeEach(async () => {
    demo = await startDemoCluster({ pace: 'fast', controllers: false })
  })
  afterEach(() => demo.close())

  it('costs one connection where it is an answer from memory', async () => {
    const errors: string[] = []
    let broken = false
    const clock = (): number => {
      if (broken) throw new Error('no clock')
      return Date.now()
    }
    const error = (message: string, fields?: object) => errors.push(`${message} ${JSON.stringify(fields)}`)
    const log = { error, warn: quiet, info: quiet, debug: quiet }
    const service = await serveWarm(demo.url, demo.token, { clock, log })
    const get = async () => (await call(`http://127.0.0.1:${service.port}`, 'GET', '/api/pods')).status
    expect([await get(), await get()]).to.deep.equal([200, 200])
    broken = true
    expect(await get().catch(() => 'cut')).to.equal('cut')
    broken = false
    expect(await get()).to.equal(200)
    expect(errors.join()).to.include('no clock').and.include('serving a request')
    const failures = (await exposition(`http://127.0.0.1:${service.metricsPort}`)).by(
      'cluster_inspector_background_failures_total',
      'work',
    )
    expect(failures).to.deep.equal({ 'serving a request': 1 })
    await service.stop()
  })

  it('restarts background work that assembles contexts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'background-'))
    const file = new BundleFile(join(folder, 'contexts.json'))
    let held = 0
    const operator = operate({
      demo,
      bundle: file,
      log: { error: quiet, warn: quiet, info: quiet, debug: quiet },
      held: () => {
        held++
        if (held === 1) throw new Error('no file')
      },
    })
    await until('the bundle', () => file.text())
    expect(held).to.be.above(1)
    await operator.stop()
    await rm(folder, { recursive: true })
  })
})
