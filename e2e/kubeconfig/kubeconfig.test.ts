import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Transport } from '../../server/cluster/client/transport.ts'
import { openClusterSources, type ClusterSources } from '../../server/config/clusters/cluster-sources.ts'
import { ConfigError, loadConfig } from '../../server/config/load-config.ts'
import { systemClock } from '../../server/core/clock.ts'
import { ClusterError, InspectorError } from '../../server/core/errors.ts'
import { pods } from '../../server/kinds/pods/kind.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { cases } from './cases.ts'
import { DIFFERENCES, type Difference, type KubeconfigCase } from './kubeconfig-case.ts'
import type { RecordedRequest } from './recording-server.ts'
import { digestOf, KubeconfigStage, type Outcome, type Recording } from './stage.ts'

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')) as Record<
  string,
  Recording
>
const quiet = () => undefined
const log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

// The schema of the settings is compiled once, because that takes longer than a case.
const settings = loadConfig({ demo: true }, {})

/** Lists Pods as the service does, some times; what it refuses is an error with a message for people. */
async function listPods(
  env: Record<string, string>,
  { context, requests }: Pick<KubeconfigCase, 'context' | 'requests'>,
): Promise<unknown> {
  let sources: ClusterSources | undefined
  let transport: Transport | undefined
  try {
    const files = (env['KUBECONFIG'] ?? '').split(':')
    const { context: _, ...others } = settings
    const config = {
      ...others,
      home: { kind: 'kubeconfig', files } as const,
      ...(context === undefined ? {} : { context }),
    }
    sources = await openClusterSources(config, log, systemClock, env)
    const chosen = sources.contexts.find(({ name }) => name === sources?.default)
    if (chosen === undefined) throw new Error('no default context')
    transport = new Transport(chosen, { observe: quiet }, 'test')
    for (let sent = 0; sent < (requests ?? 1); sent++)
      await transport.json({ verb: 'list', kind: pods, namespace: 'default' }, AbortSignal.timeout(5000))
    return undefined
  } catch (error) {
    if (error instanceof ConfigError || error instanceof InspectorError) return error
    throw error
  } finally {
    await transport?.close()
    await sources?.close()
  }
}

/** Returns the outcome that is expected of the service. */
function expected({ name, difference }: KubeconfigCase): Outcome {
  const recording = recorded[name]
  if (recording === undefined) return 'refused'
  return difference === undefined ? recording.outcome : CHANGES[difference](recording)
}

const PATH = '/api/v1/namespaces/default/pods'
const request = { path: PATH, serverName: null, certificate: null, proxy: null } as const
const withoutAuthorization = (one: RecordedRequest): RecordedRequest => {
  const { authorization: _, ...headers } = one.headers
  return { ...one, headers }
}
const each = (outcome: Outcome, change: (one: RecordedRequest) => RecordedRequest): Outcome =>
  outcome === 'refused' ? outcome : outcome.map(change)
const CHANGES: Record<Difference, (recording: Recording) => Outcome> = {
  anonymous: ({ identified = 'refused' }) => each(identified, withoutAuthorization),
  entry: () => [{ ...request, scheme: 'https', headers: { authorization: ['Bearer of-user'] } }],
  userInfo: ({ outcome }) => each(outcome, withoutAuthorization),
  unusedFile: () => [{ ...request, scheme: 'http', headers: {} }],
  proxyCertificate: ({ outcome }) =>
    each(outcome, (one) => ({ ...one, proxy: one.proxy?.replace(' with a client certificate', '') ?? null })),
}

function messageOf(result: unknown): string {
  if (!(result instanceof Error)) return ''
  return result instanceof ClusterError ? `${result.message}: ${result.details}` : result.message
}

describe('a kubeconfig', () => {
  let stage: KubeconfigStage

  before(async () => {
    stage = await KubeconfigStage.open()
    closeAfterwards('a kubeconfig stage', () => stage.close())
  })

  it('differs from kubectl in at most five ways', () => {
    expect(Object.keys(DIFFERENCES).length).to.be.at.most(5)
  })

  it('has a recording of kubectl for each case (make record-kubeconfigs)', () => {
    const all = cases()
    expect(all.length).to.be.at.least(150)
    expect(Object.fromEntries(all.map((one) => [one.name, digestOf(one)]))).to.deep.equal(
      Object.fromEntries(Object.entries(recorded).map(([name, { digest }]) => [name, digest])),
    )
  })

  for (const one of cases())
    it(`behaves as in kubectl: ${one.name}`, async () => {
      let result: unknown
      const { outcome, traces } = await stage.play(one, async ({ env }) => {
        result = await listPods(env, one)
      })
      const message = messageOf(result)
      expect(outcome, message).to.deep.equal(expected(one))
      expect(message).to.include(one.says ?? '')
      if (one.savesRuns !== true) expect(traces).to.deep.equal(recorded[one.name]?.traces ?? {})
    })
})
