import { expect } from 'chai'
import type { ProbeResult } from './probe-context.ts'
import type { ClusterContext, ContextStatus } from './resources.ts'
import { reportedHealth, statusFor } from './status.ts'
import type { DeclarationResult } from './declaration-result.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const MINUTE = 60_000
const taken: DeclarationResult = { state: 'accepted', context: undefined }
const good: ProbeResult = {
  reachable: { status: 'True', reason: 'Reachable', message: 'the API server responds' },
  credentials: { status: 'True', reason: 'Accepted', message: 'fine' },
  authorized: { status: 'False', reason: 'RightsMissing', message: 'patch deployments.apps' },
  permissions: [{ group: 'deployments', allowed: false, missing: ['patch deployments.apps'] }],
  serverVersion: 'v1.34.0',
  identity: 'ci',
  probedAt: NOW,
}
const away: ProbeResult = {
  ...good,
  reachable: { status: 'False', reason: 'Unreachable', message: 'nothing there' },
  credentials: { status: 'Unknown', reason: 'NotProbed', message: 'the cluster was not probed' },
  permissions: [],
  serverVersion: undefined,
  identity: undefined,
}

function declared(status?: ContextStatus, generation = 1): ClusterContext {
  const metadata = {
    name: 'a',
    namespace: 'ci',
    uid: 'a',
    creationTimestamp: '2026-01-01T00:00:00Z',
    generation,
  }
  return { metadata, spec: { contextName: 'a' }, ...(status === undefined ? {} : { status }) }
}
const observe = (
  object: ClusterContext,
  verdict: DeclarationResult,
  found: ProbeResult | undefined,
  now = NOW,
  by = 'pod-0',
) => statusFor(object, { verdict, found, by, now })
const conditions = (status: ContextStatus | undefined) =>
  Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status: is, reason }) => [type, `${is} ${reason}`]),
  )

describe('the status of a ClusterContext', () => {
  it('shows a probed context as ready, with its missing rights', () => {
    const status = observe(declared(), taken, good)
    expect(conditions(status)).to.deep.equal({
      Ready: 'True Ready',
      CredentialsValid: 'True Accepted',
      Reachable: 'True Reachable',
      Authorized: 'False RightsMissing',
    })
    expect(status).to.deep.include({ serverVersion: 'v1.34.0', identity: 'ci', observedBy: 'pod-0' })
    expect(reportedHealth(status)).to.deep.equal({ ready: true, serverVersion: 'v1.34.0', at: NOW })
  })

  it('writes no unchanged status, except every ten minutes for its time', () => {
    const held = declared(observe(declared(), taken, good))
    const later = (minutes: number) =>
      observe(held, taken, { ...good, probedAt: NOW + minutes * MINUTE }, NOW + minutes * MINUTE)
    expect(later(1)).to.equal(undefined)
    expect(later(9)).to.equal(undefined)
    expect(later(10)?.lastProbeTime).to.equal('2026-01-01T12:10:00Z')
    expect(observe(held, taken, good, NOW, 'pod-1')?.observedBy, 'another leader').to.equal('pod-1')
  })

  it('keeps since when a condition is what it is, and changes that with the condition alone', () => {
    const held = declared(observe(declared(), taken, good))
    const status = observe(held, taken, { ...away, probedAt: NOW + MINUTE }, NOW + MINUTE)
    expect(conditions(status)).to.include({
      Ready: 'False Unreachable',
      CredentialsValid: 'Unknown NotProbed',
    })
    const since = Object.fromEntries(
      (status?.conditions ?? []).map(({ type, lastTransitionTime }) => [type, lastTransitionTime]),
    )
    expect(since['Ready']).to.equal('2026-01-01T12:01:00Z')
    expect(since['Authorized']).to.equal('2026-01-01T12:00:00Z')
    expect(status).to.not.have.any.keys('serverVersion', 'identity')
    expect(reportedHealth(status)).to.deep.include({ ready: false, reason: 'nothing there' })
  })

  it('says that a new one is about to be probed, and leaves an old one as it is until it was', () => {
    const first = observe(declared(), taken, undefined)
    expect(conditions(first)).to.deep.equal({ Ready: 'Unknown Probing', Reconciling: 'True Probing' })
    expect(reportedHealth(first)).to.equal(undefined)
    expect(observe(declared(first), taken, undefined)).to.equal(undefined)
    const held = observe(declared(), taken, good)
    expect(observe(declared(held, 2), taken, undefined), 'changed, and not probed yet').to.equal(undefined)
    expect(observe(declared(held, 2), taken, good)?.observedGeneration).to.equal(2)
  })

  it('shows Stalled for unusable declarations, and neither for suspended ones', () => {
    const held = declared(observe(declared(), taken, good))
    const refused: DeclarationResult = {
      state: 'rejected',
      reason: 'SecretMissing',
      message: 'the Secret "x" is not there',
    }
    const status = observe(held, refused, undefined)
    expect(conditions(status)).to.deep.equal({ Ready: 'False SecretMissing', Stalled: 'True SecretMissing' })
    expect(status).to.not.have.any.keys('serverVersion', 'identity', 'lastProbeTime', 'permissions')
    expect(observe(declared(status), refused, undefined)).to.equal(undefined)
    expect(conditions(observe(held, { state: 'suspended' }, undefined))).to.deep.equal({
      Ready: 'False Suspended',
    })
  })

  it('shows what a cluster says of itself without control characters [S10]', () => {
    const status = observe(declared(), taken, { ...good, identity: 'ci\u001b[31m\u202e\n' })
    expect(status?.identity).to.equal('ci [31m ')
  })
})
