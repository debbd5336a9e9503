import { expect } from 'chai'
import type { Conclusion } from '../schema.ts'
import { ModelPrompt } from './build-prompt.ts'
import { TokenEstimate } from './token-estimate.ts'

type Evidence = Conclusion['evidence'][number]

function subjectWith(evidence: readonly Omit<Evidence, 'id' | 'reference'>[]) {
  const resource = { kind: 'Deployment', name: 'web', namespace: 'shop' }
  const finding: Conclusion = {
    id: 'rule/Deployment/shop/web',
    rule: 'rule',
    severity: 'critical',
    subject: resource,
    title: 'Pods fail',
    message: 'no Pod of web is ready',
    evidence: evidence.map((one, at) => ({ id: `e${at + 1}`, reference: 'Deployment shop/web', ...one })),
    affected: 1,
    cause: 'no Pod of web is ready',
    fix: ['look at its Pods'],
    confidence: 0.8,
  }
  const related = [{ relation: 'owns' as const, kind: 'Pod', name: 'web-1', namespace: 'shop' }]
  return {
    resource,
    question: undefined,
    answer: { status: 'critical' as const, findings: [finding], related },
  }
}

const build = async (evidence: readonly Omit<Evidence, 'id' | 'reference'>[], hidesNames = false) =>
  ModelPrompt.of(subjectWith(evidence), { estimate: new TokenEstimate(), hidesNames })

describe('ModelPrompt', () => {
  it('has the facts that the rules found, and nothing else of the object', async () => {
    const { facts, evidenceIds, isTruncated } = await build([{ source: 'status', text: '0 of 2 are ready' }])
    expect(JSON.parse(facts)).to.deep.equal({
      object: 'Deployment shop/web',
      status: 'critical',
      findings: [
        {
          object: 'Deployment shop/web',
          severity: 'critical',
          title: 'Pods fail',
          message: 'no Pod of web is ready',
          cause: 'no Pod of web is ready',
          fix: ['look at its Pods'],
          evidence: [{ id: 'e1', source: 'status', from: 'Deployment shop/web', text: '0 of 2 are ready' }],
        },
      ],
      related: ['owns Pod shop/web-1'],
    })
    expect([[...evidenceIds], isTruncated]).to.deep.equal([['e1'], false])
  })

  it('has the same facts for the same findings, within another boundary', async () => {
    const [one, other] = await Promise.all([build([]), build([])])
    expect(one.facts).to.equal(other.facts)
    expect(one.user).not.to.equal(other.user)
  })

  it('knows the hosts of specs and states, not those of logs and Events', async () => {
    const { hosts } = await build([
      { source: 'spec', text: 'url: https://hooks.shop.example:8443/x' },
      { source: 'status', text: 'GET "http://api.shop.example/v1": refused' },
      { source: 'log', text: 'see https://evil.example/log' },
      { source: 'event', text: 'see https://evil.example/event' },
    ])
    expect([...hosts]).to.deep.equal(['hooks.shop.example:8443', 'api.shop.example'])
  })

  it('cites no evidence that was left out', async () => {
    const text = 'word '.repeat(90)
    const { evidenceIds, isTruncated } = await build(
      Array.from({ length: 20 }, () => ({ source: 'event' as const, text })),
    )
    expect(isTruncated).to.equal(true)
    expect(evidenceIds.has('e1')).to.equal(true)
    expect(evidenceIds.has('e20')).to.equal(false)
  })

  it('has no name of an object if names are hidden', async () => {
    const prompt = await build([{ source: 'log', text: 'web-1 of shop: web failed' }], true)
    expect(prompt.user).not.to.match(/\b(?:web|shop)\b/)
    expect(prompt.pseudonyms.reveal(prompt.facts)).to.include('web-1 of shop: web failed')
  })
})
