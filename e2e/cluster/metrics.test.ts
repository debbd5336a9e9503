import { expect } from 'chai'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { world } from './environment/world.ts'

/** Manifest of metrics-server, which the tests install; without it they look at a cluster without metrics only. */
const MANIFEST = process.env['E2E_METRICS_SERVER']
/** metrics-server measures twice before it serves, at intervals of 15 s. */
const MEASURED_WITHIN_MS = 180_000

interface PodUsage {
  namespace: string
  pod: string
  container: string
  cpuMillicores: number
  memoryBytes: number
}

interface NodeUsage {
  node: string
  cpuMillicores: number
  memoryBytes: number
  cpuPercent: number
  memoryPercent: number
}

const MEBIBYTE = 2 ** 20

describe('kubectl and us: metrics', function () {
  this.timeout(400_000)
  const { kubectl, forward } = world()
  const live = { 'cache-control': 'no-cache' }
  const get = (path: string) => call(forward.api, 'GET', path, undefined, live)

  it('responds 503 without metrics-server, and says what to install', async () => {
    for (const path of [
      '/api/metrics/pods',
      '/api/metrics/pods?namespace=kube-system',
      '/api/metrics/nodes',
    ]) {
      const { status, json } = await get(path)
      expect([path, status, json['code']]).to.deep.equal([path, 503, 'UNAVAILABLE'])
      expect(json['error']).to.include('install metrics-server')
    }
  })

  describe('with metrics-server', () => {
    before(async function () {
      if (MANIFEST === undefined) {
        console.error('E2E_METRICS_SERVER names no manifest of metrics-server: its figures are not compared')
        this.skip()
      }
      await kubectl.text('apply', '-f', MANIFEST)
      await until(
        'metrics-server to have measured',
        async () => ((await kubectl.try('top', 'pods', '-A')).code === 0 ? true : undefined),
        MEASURED_WITHIN_MS,
      )
    })
    after(async () => {
      if (MANIFEST !== undefined) await kubectl.text('delete', '--ignore-not-found', '-f', MANIFEST)
    })

    /** Repeats a comparison until both sides are of the same measurement. */
    async function sameAs(top: readonly string[], ours: () => Promise<string[]>): Promise<void> {
      let found: { theirs: string[]; shown: string[] } | undefined
      const equal = async () => {
        const theirs = (await kubectl.text('top', ...top, '--no-headers')).trim().split('\n')
        found = {
          theirs: theirs.map((line) => line.trim().split(/\s+/).join(' ')).sort(),
          shown: (await ours()).sort(),
        }
        return found.theirs.join('\n') === found.shown.join('\n') ? true : undefined
      }
      await until(`kubectl top ${top[0]} to say the same`, equal, 60_000).catch(() => undefined)
      expect(found?.shown).to.deep.equal(found?.theirs)
      expect(found?.shown).to.have.length.above(0)
    }

    it('has the figures of kubectl top pods', () =>
      sameAs(['pods', '-A', '--containers'], async () => {
        const { json } = await get('/api/metrics/pods')
        return (json['metrics'] as PodUsage[]).map(
          ({ namespace, pod, container, cpuMillicores, memoryBytes }) =>
            `${namespace} ${pod} ${container} ${cpuMillicores}m ${Math.floor(memoryBytes / MEBIBYTE)}Mi`,
        )
      }))

    it('has the figures of kubectl top nodes', () =>
      sameAs(['nodes'], async () => {
        const { json } = await get('/api/metrics/nodes')
        return (json['metrics'] as NodeUsage[]).map(
          (one) =>
            `${one.node} ${one.cpuMillicores}m ${one.cpuPercent}% ${Math.floor(one.memoryBytes / MEBIBYTE)}Mi ${one.memoryPercent}%`,
        )
      }))
  })
})
