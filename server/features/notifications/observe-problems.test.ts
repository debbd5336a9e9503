import { expect } from 'chai'
import { UnavailableError } from '../../core/errors.ts'
import type { Finding } from '../../diagnosis/finding.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { findingFor } from '../../testing/finding-for.ts'
import { observeProblems, type ObservedFindings } from './observe-problems.ts'

const { signal } = new AbortController()

const web = { kind: 'Deployment', name: 'web', namespace: 'shop' }
const findingOf = (rule: string, name: string, changed: Partial<Finding> = {}): Finding =>
  findingFor({ rule, name, since: '2026-11-20T11:25:00Z', owner: web, ...changed })

const keptOf = (findings: readonly Finding[], changed: Partial<ObservedFindings> = {}): ObservedFindings => ({
  findings,
  settled: true,
  failure: undefined,
  unreadable: [],
  verify: async () => undefined,
  ...changed,
})
const observe = async (findings: ObservedFindings) => observeProblems([{ name: 'home', findings }], signal)

describe('the problems of contexts', () => {
  it('folds findings to a problem of their workload, with the number of its objects', async () => {
    const findings = Array.from({ length: 20 }, (_, n) => findingOf('crash-loop', `web-${n}`))
    const { problems, contexts } = await observe(keptOf(findings))
    expect(problems.map(({ kind, name, affected, since }) => [kind, name, affected, since])).to.deep.equal([
      ['Deployment', 'web', 20, Date.UTC(2026, 10, 20, 11, 25)],
    ])
    expect(contexts).to.deep.equal(['home'])
  })

  it('merges findings of one rule and workload, and names the registry of an image', async () => {
    const findings = [
      findingOf('image-pull-refused', 'web-1', { group: 'ghcr.io/acme/web:1' }),
      findingOf('image-pull-refused', 'web-2', { group: 'ghcr.io/acme/side:1', severity: 'warning' }),
      findingOf('image-not-found', 'web-3', { group: 'acme/web:1' }),
      findingOf('crash-loop', 'web-4', { group: 'ghcr.io/acme/web:1' }),
    ]
    const { problems } = await observe(keptOf(findings))
    expect(
      problems.map(({ rule, affected, severity, registry }) => [rule, affected, severity, registry]),
    ).to.have.deep.members([
      ['image-pull-refused', 2, 'critical', 'ghcr.io'],
      ['image-not-found', 1, 'critical', 'docker.io'],
      ['crash-loop', 1, 'critical', undefined],
    ])
  })

  it('ends a problem that is not found, unless another one explains it or its kind may not be read', async () => {
    const crash = findingOf('crash-loop', 'web-1')
    const [before] = (await observe(keptOf([crash]))).problems
    if (before === undefined) throw new Error('no problem')
    expect((await observe(keptOf([]))).observes(before)).to.equal(true)
    const node = findingFor({ rule: 'node-not-ready', kind: 'Node', name: 'n1' })
    const explained = await observe(keptOf([node, { ...crash, causes: [node] }]))
    expect(explained.problems.map(({ rule }) => rule)).to.deep.equal(['node-not-ready'])
    expect(explained.observes(before)).to.equal(false)
    const unreadable = [{ kind: pods, denial: undefined, message: 'x' }]
    const pod = { ...before, kind: 'Pod' }
    expect((await observe(keptOf([], { unreadable }))).observes(pod)).to.equal(false)
    expect((await observe(keptOf([], { unreadable }))).observes(before)).to.equal(true)
    expect((await observe(keptOf([]))).observes({ ...before, context: 'other' })).to.equal(false)
  })

  it('observes no context that is not in sync, or whose cluster does not respond', async () => {
    const crash = findingOf('crash-loop', 'web-1')
    const fails = async () => {
      throw new UnavailableError('x')
    }
    for (const changed of [{ settled: false }, { verify: fails }] as const) {
      const { problems, contexts, observes } = await observe(keptOf([crash], changed))
      expect([problems, contexts]).to.deep.equal([[], []])
      const [one] = (await observe(keptOf([crash]))).problems
      expect(one && observes(one)).to.equal(false)
    }
  })
})
