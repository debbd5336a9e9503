import { expect } from 'chai'
import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { podFields } from '../testing/pod-states.ts'
import { metadata } from '../testing/metadata.ts'
import { rulesByKind, defineRule } from './define-rule.ts'
import { Diagnosis } from './diagnosis.ts'
import { FactUnavailableError, namespaceKey, type FactSource } from './facts.ts'

const source: FactSource = { get: () => undefined, list: () => [], log: () => undefined }
const podOf = (name: string) => ({ ...podFields({}), metadata: metadata({ name }) })

/** Diagnoses two Pods in one pass of a rule that computes a value once. */
function diagnoseTwo(from: FactSource) {
  let computed = 0
  const rule = defineRule({
    id: 'counting',
    on: pods,
    severity: 'info',
    description: 'Counts the nodes.',
    find: (_pod, facts) => {
      const count = facts.once('nodes', (shared) => {
        computed++
        return shared.list(nodes, {}).length
      })
      return { title: 'counted', message: `${count} nodes`, evidence: [], confidence: 0.95 }
    },
  })
  const diagnosis = new Diagnosis({
    source: from,
    rules: rulesByKind([rule]),
    now: 0,
    failed: () => undefined,
  })
  const results = ['one', 'two'].map((name) => diagnosis.of(pods, podOf(name)))
  return { results, computed }
}

describe('Facts.once', () => {
  it('computes a value once for a pass, and records for each object what it depends on', () => {
    const { results, computed } = diagnoseTwo(source)
    expect(computed).to.equal(1)
    for (const { findings, log } of results) {
      expect(findings.map(({ message }) => message)).to.deep.equal(['0 nodes'])
      expect([...log.keys]).to.deep.equal([namespaceKey(nodes, undefined)])
    }
  })

  it('keeps no failure, and records what it depends on', () => {
    const denied = (): never => {
      throw new FactUnavailableError(nodes, undefined)
    }
    const { results, computed } = diagnoseTwo({ ...source, list: denied })
    expect(computed).to.equal(2)
    for (const { findings, log } of results) {
      expect(findings).to.deep.equal([])
      expect([...log.keys]).to.deep.equal([namespaceKey(nodes, undefined)])
      expect(log.unavailable.map(({ kind }) => kind.plural)).to.deep.equal(['nodes'])
    }
  })
})
