import { expect } from 'chai'
import type { SubjectAccess } from '../cluster/access/subject-access.ts'
import { ClusterError, ForbiddenByClusterError, InvalidRequestError } from '../core/errors.ts'
import type { Kind } from '../cluster/kind.ts'
import { findingFor } from '../testing/finding-for.ts'
import { tick } from '../testing/tick.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { kindKey } from './facts.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { secrets } from '../kinds/secrets/kind.ts'
import { factKinds } from './fact-kinds.ts'
import type { Finding } from './finding.ts'
import type { KeptFindings } from './kept-findings.ts'
import { readDiagnosis, type DiagnosisCaller } from './read-diagnosis.ts'

const node = findingFor({
  rule: 'node-not-ready',
  kind: 'Node',
  name: 'worker',
  kinds: new Set([kindKey(nodes)]),
})
const lost = findingFor({
  rule: 'node-of-pod-not-ready',
  name: 'web-1',
  causes: [node],
  kinds: new Set([kindKey(pods), kindKey(nodes)]),
})
const crash = findingFor({ rule: 'crash-loop', name: 'web-2', severity: 'warning' })

interface State {
  readonly findings?: readonly Finding[]
  readonly unreadable?: KeptFindings['unreadable']
  readonly settled?: boolean
  readonly failure?: ClusterError | undefined
  readonly hidden?: (kinds: readonly string[]) => void
}

/** Findings that are kept up; those that need a hidden kind are not found without it. */
function keptWith({
  findings = [node, lost, crash],
  unreadable = [],
  settled = true,
  failure,
  hidden,
}: State = {}): KeptFindings {
  const kept: Pick<
    KeptFindings,
    | 'findings'
    | 'failure'
    | 'verify'
    | 'denialsIn'
    | 'kinds'
    | 'unreadable'
    | 'settled'
    | 'syncing'
    | 'whenSettled'
    | 'restricted'
  > = {
    findings,
    kinds: factKinds,
    failure,
    verify: async () => undefined,
    denialsIn: async () => [],
    unreadable,
    settled,
    syncing: settled ? [] : [pods],
    whenSettled: async (signal) => {
      if (!settled) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
    restricted: async (again, mayRead) => {
      hidden?.([nodes, pods, secrets].filter((kind) => !mayRead(kind, 'shop')).map(({ plural }) => plural))
      return again.map((one) => ({ ...one, title: 'found again', causes: [] }))
    },
  }
  return kept as KeptFindings
}

/** A caller who may list these kinds nowhere but in these namespaces. */
function callerWithout(
  ...denied: readonly Kind<unknown>[]
): DiagnosisCaller & { reviewed: (string | undefined)[] } {
  const reviewed: (string | undefined)[] = []
  const demand = async ({ kind, namespace }: { kind: Kind<unknown>; namespace?: string | undefined }) => {
    reviewed.push(namespace)
    if (denied.includes(kind))
      throw new ForbiddenByClusterError(`${kind.plural} is forbidden`, [], 'grant it')
  }
  const callers = { of: () => ({ demand }) } as unknown as Pick<SubjectAccess, 'of'>
  return { subject: { name: 'ada', groups: [], extra: {} } as never, callers, reviewed }
}

const reading = (kept: KeptFindings, caller?: DiagnosisCaller) => ({
  kept,
  time: new ManualClock(),
  signal: new AbortController().signal,
  caller,
})

describe('readDiagnosis', () => {
  it('returns causes with what they explain, by page', async () => {
    const first = await readDiagnosis(reading(keptWith()), { limit: 1 })
    expect(first.findings.map(({ rule, explains }) => [rule, explains.map((one) => one.rule)])).to.deep.equal(
      [['node-not-ready', ['node-of-pod-not-ready']]],
    )
    expect([first.total, typeof first.continue]).to.deep.equal([2, 'string'])
    const second = await readDiagnosis(reading(keptWith()), { limit: 1, continue: first.continue ?? '' })
    expect(second.findings.map(({ rule }) => rule)).to.deep.equal(['crash-loop'])
    expect(second).not.to.have.property('continue')
  })

  it('selects by severity', async () => {
    const { findings, total } = await readDiagnosis(reading(keptWith()), { severity: 'warning' })
    expect([findings.map(({ rule }) => rule), total]).to.deep.equal([['crash-loop'], 1])
  })

  it('selects by namespace, with what explains findings there from outside namespaces', async () => {
    const other = { ...findingFor({ rule: 'node-not-ready', kind: 'Node', name: 'other' }) }
    const { findings } = await readDiagnosis(reading(keptWith({ findings: [node, lost, crash, other] })), {
      namespace: 'shop',
    })
    expect(findings.map(({ subject }) => subject.name)).to.deep.equal(['worker', 'web-2'])
    const empty = await readDiagnosis(reading(keptWith()), { namespace: 'payments' })
    expect(empty.findings).to.deep.equal([])
  })

  it('hides the findings of kinds that the caller may not list, and finds the others without them', async () => {
    let hidden: readonly string[] = []
    const kept = keptWith({ hidden: (kinds) => (hidden = kinds) })
    const { findings, unavailable } = await readDiagnosis(reading(kept, callerWithout(nodes, secrets)), {})
    expect(findings.map(({ rule, title }) => [rule, title])).to.deep.equal([
      ['node-of-pod-not-ready', 'found again'],
      ['crash-loop', 'crash-loop'],
    ])
    expect(hidden).to.deep.equal(['nodes', 'secrets'])
    expect(unavailable.map(({ section, code }) => [section, code])).to.deep.equal([
      ['nodes', 'FORBIDDEN'],
      ['secrets', 'FORBIDDEN'],
    ])
  })

  it('requires a namespace of a caller who may not list Pods in all, and asks about that one alone', async () => {
    const caller = callerWithout(pods)
    const error = await readDiagnosis(reading(keptWith(), caller), {}).catch((one: unknown) => one)
    expect(error).to.be.instanceOf(InvalidRequestError)
    const granted = callerWithout(nodes, pods)
    await readDiagnosis(reading(keptWith(), granted), { namespace: 'shop' })
    expect(granted.reviewed.filter((namespace) => namespace !== undefined)).to.deep.equal(['shop'])
    expect(granted.reviewed).to.have.length(factKinds.length + 1)
  })

  it('rejects with every missing right if all kinds are denied', async () => {
    const error = await readDiagnosis(reading(keptWith(), callerWithout(...factKinds)), {
      namespace: 'shop',
    }).catch((one: unknown) => one)
    expect(error).to.be.instanceOf(ForbiddenByClusterError)
    expect((error as Error).message).to.equal('deployments is forbidden')
  })

  it('rejects with the failure of a cluster of which nothing can be read', async () => {
    const failure = new ClusterError('could not list pods', 'connect ECONNREFUSED 127.0.0.1:6443')
    const error = await readDiagnosis(reading(keptWith({ findings: [], failure })), {}).catch(
      (one: unknown) => one,
    )
    expect(error).to.equal(failure)
  })

  it('reports the kinds that the service cannot read', async () => {
    const unreadable = [
      {
        kind: secrets,
        denial: new ForbiddenByClusterError('secrets is forbidden', [], 'grant it'),
        message: 'secrets is forbidden',
      },
      { kind: nodes, denial: undefined, message: 'nodes could not be read within 30 s' },
    ]
    const { unavailable } = await readDiagnosis(reading(keptWith({ unreadable })), {})
    expect(unavailable).to.deep.equal([
      { section: 'secrets', code: 'FORBIDDEN', error: 'secrets is forbidden' },
      { section: 'nodes', code: 'INTERNAL_ERROR', error: 'nodes could not be read within 30 s' },
    ])
  })

  it('names after 3 s the kinds that are still being read', async () => {
    const request = reading(keptWith({ settled: false }))
    const report = readDiagnosis(request, {})
    await tick(1)
    request.time.turn(3000)
    expect((await report).syncing).to.deep.equal(['pods'])
  })
})
