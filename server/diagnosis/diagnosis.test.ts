import { expect } from 'chai'
import { cronJobs } from '../kinds/cronjobs/kind.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { secrets } from '../kinds/secrets/kind.ts'
import { now } from '../testing/metadata.ts'
import { controlledBy, RuleCluster } from '../testing/rule-cluster.ts'
import { rulesByKind, defineRule, type AnyRule } from './define-rule.ts'
import { Diagnosis } from './diagnosis.ts'
import type { Facts } from './facts.ts'
import type { RuleResult } from './finding.ts'

const result: RuleResult = { title: 'a title', message: 'a message', evidence: [], confidence: 0.8 }
/** A rule on Pods. */
const rule = (id: string, find: (facts: Facts) => RuleResult | undefined): AnyRule =>
  defineRule({
    id,
    on: pods,
    severity: 'warning',
    description: 'A rule.',
    find: (_pod, facts) => find(facts),
  })

describe('a diagnosis', () => {
  it('skips a rule whose facts may not be read, reports them, and goes on with the others', () => {
    const rules = [
      rule('needs-secret', (facts) =>
        facts.get(secrets, 'token', 'shop') === undefined ? result : undefined,
      ),
      rule('always', () => result),
    ]
    const cluster = new RuleCluster({ rules, denied: [secrets] }).add(pods, 'web-1')
    expect(cluster.findings(pods, 'web-1').map((one) => one.rule)).to.deep.equal(['always'])
    const { unavailable } = cluster.dependencies(pods, 'web-1')
    expect(unavailable.map(({ kind, namespace }) => [kind.plural, namespace])).to.deep.equal([
      ['secrets', 'shop'],
    ])
  })

  it('finds without an optional fact that may not be read, and reports that', () => {
    const rules = [
      rule('may-use-secret', (facts) => ({
        ...result,
        message: facts.optional(() => facts.get(secrets, 'token', 'shop'))?.metadata.name ?? 'unknown',
      })),
    ]
    const cluster = new RuleCluster({ rules, denied: [secrets] }).add(pods, 'web-1')
    expect(cluster.findings(pods, 'web-1')[0]?.message).to.equal('unknown')
    expect(cluster.dependencies(pods, 'web-1').unavailable).to.have.length(1)
  })

  it('goes on after a rule that throws', () => {
    const failures: string[] = []
    const rules = [
      rule('broken', () => {
        throw new TypeError('a field has another type')
      }),
      rule('always', () => result),
    ]
    const source = { get: () => undefined, list: () => [], log: () => undefined }
    const diagnosis = new Diagnosis({
      source,
      rules: rulesByKind(rules),
      now,
      failed: (id) => failures.push(id),
    })
    const object = { metadata: { name: 'web-1', uid: 'u', creationTimestamp: '2026-11-27T11:00:00Z' } }
    expect(diagnosis.of(pods, object).findings.map((one) => one.rule)).to.deep.equal(['always'])
    expect(failures).to.deep.equal(['broken'])
  })

  it('goes on after objects whose fields have other types than their kind declares', () => {
    const failures: string[] = []
    const time = 5 as unknown as string
    const rules = [rule('always', () => result), rule('odd', () => ({ ...result, since: time, title: time }))]
    const source = { get: () => undefined, list: () => [], log: () => undefined }
    const diagnosis = new Diagnosis({
      source,
      rules: rulesByKind(rules),
      now,
      failed: (id) => failures.push(id),
    })
    const metadata = {
      name: 'web-1',
      uid: 'u',
      creationTimestamp: '2026-11-27T11:00:00Z',
      ownerReferences: 5,
    }
    const { findings } = diagnosis.of(pods, { metadata: metadata as never })
    expect(findings.map((one) => [one.rule, one.owner])).to.deep.equal([['always', undefined]])
    expect(failures).to.deep.equal(['odd'])
  })

  it('goes on after owned objects that cannot be compared', () => {
    const failures: string[] = []
    const owned = ['nightly-1', 'nightly-2'].map((name) => ({
      metadata: { name, uid: name, creationTimestamp: { toString: null } },
    }))
    const diagnosis = new Diagnosis({
      // Objects as an API server may send them.
      source: { get: () => undefined, list: () => owned as never, log: () => undefined },
      rules: rulesByKind([]),
      now,
      failed: (id, _error, { kind, name }) => failures.push(`${id} ${kind} ${name}`),
    })
    const cronJob = { metadata: { name: 'nightly', uid: 'u', creationTimestamp: '2026-11-27T11:00:00Z' } }
    expect(diagnosis.ofChain(cronJobs, cronJob).findings).to.deep.equal([])
    expect(failures).to.deep.equal(['owned CronJob nightly'])
  })

  it('depends on what the rules of another object read, whose findings explain its own', () => {
    const rules: AnyRule[] = [
      defineRule({
        id: 'deployment',
        on: deployments,
        severity: 'critical',
        description: 'A rule.',
        find: (_object, facts) => ({
          ...result,
          causes: facts.list(pods, { namespace: 'shop' }).flatMap((pod) => facts.findings(pods, pod)),
        }),
      }),
      rule('pod', (facts) => (facts.get(nodes, 'worker') === undefined ? result : undefined)),
    ]
    const cluster = new RuleCluster({ rules }).add(deployments, 'web').add(pods, 'web-1').add(pods, 'web-2')
    const [finding] = cluster.findings(deployments, 'web')
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['pod/Pod/shop/web-1', 'pod/Pod/shop/web-2'])
    expect([...cluster.dependencies(deployments, 'web').keys]).to.deep.equal([
      'namespace pods. shop',
      'object pods. shop/web-1',
      'object nodes. /worker',
      'object pods. shop/web-2',
    ])
  })

  it('ends where objects explain each other in a circle', () => {
    const rules = [
      rule('circle', (facts) => ({
        ...result,
        causes: facts.list(pods, { namespace: 'shop' }).flatMap((pod) => facts.findings(pods, pod)),
      })),
    ]
    const cluster = new RuleCluster({ rules }).add(pods, 'web-1').add(pods, 'web-2')
    expect(cluster.findings(pods, 'web-1')[0]?.causes.map(({ subject }) => subject.name)).to.deep.equal([
      'web-2',
    ])
  })

  it('names the topmost controller of an object', () => {
    const rules = [rule('always', () => result)]
    const cluster = new RuleCluster({ rules })
      .add(deployments, 'web')
      .add(replicaSets, 'web-7c', { metadata: controlledBy('Deployment', 'web') })
      .add(pods, 'web-7c-1', { metadata: controlledBy('ReplicaSet', 'web-7c') })
      .add(jobs, 'nightly-1', { metadata: controlledBy('CronJob', 'nightly') })
      .add(pods, 'nightly-1-1', { metadata: controlledBy('Job', 'nightly-1') })
      .add(pods, 'db-0', { metadata: controlledBy('StatefulSet', 'db') })
      .add(pods, 'gone-1', { metadata: controlledBy('ReplicaSet', 'gone') })
      .add(pods, 'static', { metadata: controlledBy('Node', 'worker') })
    const owner = (name: string) => cluster.findings(pods, name)[0]?.owner
    expect(owner('web-7c-1')).to.deep.equal({ kind: 'Deployment', name: 'web', namespace: 'shop' })
    expect(owner('nightly-1-1')).to.include({ kind: 'CronJob', name: 'nightly' })
    expect(owner('db-0')).to.include({ kind: 'StatefulSet', name: 'db' })
    expect(owner('gone-1')).to.include({ kind: 'ReplicaSet', name: 'gone' })
    expect(owner('static')).to.equal(undefined)
  })

  it('comes due again when a rule has to wait, and no earlier', () => {
    const since = '2026-11-27T11:59:30Z'
    const rules = [rule('waits', (facts) => (facts.elapsed(since, 60_000) ? result : undefined))]
    const at = (time: number) => new RuleCluster({ rules, now: time }).add(pods, 'web-1')
    expect(at(now).findings(pods, 'web-1')).to.deep.equal([])
    expect(at(now).dependencies(pods, 'web-1').recheckAt).to.equal(now + 30_000)
    expect(at(now + 30_000).findings(pods, 'web-1')).to.have.length(1)
    expect(at(now + 30_000).dependencies(pods, 'web-1').recheckAt).to.equal(Infinity)
  })

  it('masks credentials and cuts long texts', () => {
    const rules = [
      rule('talks', () => ({
        ...result,
        message: `login with password=hunter2-hunter2 failed${'x'.repeat(2000)}`,
        evidence: [
          { source: 'log', reference: 'Pod shop/web-1', text: 'Authorization: Bearer abcdefgh\nnext\u0007' },
        ],
      })),
    ]
    const [finding] = new RuleCluster({ rules }).add(pods, 'web-1').findings(pods, 'web-1')
    expect(finding?.message).to.not.include('hunter2')
    expect(finding?.message.length).to.be.at.most(1000)
    expect(finding?.evidence[0]?.text).to.not.include('abcdefgh').and.not.include('\u0007')
  })
})
