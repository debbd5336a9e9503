import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster } from '../cluster.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import type { Settings } from '../settings.ts'
import { startService, synced } from '../subject.ts'
import { mebibytes } from '../units.ts'

const [IN_USE, ALL] = [3, 20]
const PATHS = ['/api/pods', '/api/nodes']
const REST_MS = 5_000

interface Kubeconfig {
  contexts: { name: string; context: object }[]
  'current-context': string
}

/**
 * P19: twenty contexts of which three are in use, compared with these three alone. Every context is listed
 * and asked for its status.
 */
export async function idleContexts(cluster: BenchCluster, settings: Settings, folder: string): Promise<Row> {
  const { inCluster: _, ...outside } = cluster
  const group = async (count: number) => {
    const kubeconfig = join(folder, `contexts-${count}.json`)
    await writeFile(kubeconfig, await repeated(cluster.kubeconfig, count), { mode: 0o600 })
    return async (): Promise<number> => {
      const service = await startService({ ...outside, kubeconfig })
      await synced(service)
      for (let used = 0; used < IN_USE; used++)
        for (const path of PATHS) await expected(`${service.origin}${path}?context=context-${used}`)
      await expected(`${service.origin}/api/contexts`)
      await pause(REST_MS)
      const { pss } = memoryOf(service.pid)
      await service.end()
      return pss
    }
  }
  const groups = { few: await group(IN_USE), many: await group(ALL) }
  const rounds = await interleave(groups, ({ few }) => few, { rounds: Math.min(settings.rounds, 3) })
  const idle = ALL - IN_USE
  return {
    id: 'P19',
    scenario: `${ALL} contexts, ${IN_USE} in use`,
    on: cluster.name,
    value: mebibytes(median(rounds.map(({ many }) => many))),
    limit: `${IN_USE} alone ${mebibytes(median(rounds.map(({ few }) => few)))}`,
    claims: [
      {
        what: 'MiB an idle context',
        figure: estimate(rounds.map(({ few, many }) => (many - few) / idle)),
        target: { atMost: 1 },
      },
    ],
  }
}

async function expected(url: string): Promise<void> {
  const { status } = await ask(url, {})
  if (status !== 200) throw new Error(`${url} is answered ${status}`)
}

/** Returns a kubeconfig that contains the context several times under different names. */
async function repeated(path: string, count: number): Promise<string> {
  const config = JSON.parse(await readFile(path, 'utf8')) as Kubeconfig
  const [one] = config.contexts
  const contexts = Array.from({ length: count }, (_, at) => ({ ...one, name: `context-${at}` }))
  return JSON.stringify({ ...config, contexts, 'current-context': 'context-0' })
}
