import { expect } from 'chai'
import type { Finding } from '../../diagnosis/finding.ts'
import { findingFor } from '../../testing/finding-for.ts'
import { concludeFindings, NOT_KNOWN, summarize, unknownCause } from './conclude.ts'

const finding = (
  rule: string,
  { name = 'web', ...fields }: Partial<Parameters<typeof findingFor>[0]> = {},
): Finding =>
  findingFor({
    severity: 'warning',
    title: `title of ${rule}`,
    message: `message of ${rule}`,
    evidence: [{ source: 'status', reference: 'Pod shop/web status.phase', text: 'Pending' }],
    hint: `hint of ${rule}`,
    confidence: 0.8,
    ...fields,
    rule,
    name,
  })
const noClass = finding('storage-class-missing', {
  severity: 'critical',
  kind: 'PersistentVolumeClaim',
  name: 'data',
})
const claim = finding('claim-of-pod-unbound', { causes: [noClass] })
const deployment = finding('deployment-unavailable', { causes: [claim], confidence: 0.95 })

describe('concludeFindings', () => {
  it('has the changes that mend an object', () => {
    const patch = [{ pointer: '/spec/template/spec/containers/0/image', from: 'web:2', value: 'web:1' }]
    const found = concludeFindings([noClass, finding('failing-since-change', { patch, causes: [noClass] })])
    expect(found.map((one) => one.patch)).to.deep.equal([undefined, patch])
  })

  it('puts roots first, and names the root as the cause of what it explains, with the steps of both', () => {
    const found = concludeFindings([deployment, claim, noClass])
    expect(found.map(({ rule }) => rule)).to.deep.equal([
      'storage-class-missing',
      'deployment-unavailable',
      'claim-of-pod-unbound',
    ])
    expect(found[0]?.cause).to.equal('message of storage-class-missing')
    expect(found[1]).to.deep.include({
      cause: 'PersistentVolumeClaim shop/data: message of storage-class-missing',
      fix: ['hint of storage-class-missing', 'hint of deployment-unavailable'],
    })
    expect(found[1]?.evidence).to.deep.equal([
      { id: 'e1', source: 'status', reference: 'Pod shop/web status.phase', text: 'Pending' },
    ])
  })

  it('names no cause of a Pod of which rules know only that it is not ready', () => {
    const unknown = finding('pod-cause-unknown')
    const unavailable = finding('deployment-unavailable', { causes: [unknown] })
    expect(concludeFindings([unavailable, unknown]).map(({ cause, fix }) => [cause, fix])).to.deep.equal([
      [NOT_KNOWN, ['hint of pod-cause-unknown']],
      [`Pod shop/web: ${NOT_KNOWN}`, ['hint of pod-cause-unknown', 'hint of deployment-unavailable']],
    ])
  })

  it('counts Pods of one workload with the same finding as one', () => {
    const owner = { kind: 'Deployment', name: 'web', namespace: 'shop' }
    const pods = ['a', 'b', 'c'].map((name) => finding('crash-loop', { name, owner }))
    const other = finding('crash-loop', { name: 'other', owner: { ...owner, name: 'api' } })
    expect(concludeFindings([...pods, other]).map(({ affected }) => affected)).to.deep.equal([3, 1])
  })

  it('ends for findings that explain each other', () => {
    const causes: Finding[] = []
    const one = finding('one', { causes })
    causes.push(finding('two', { causes: [one] }))
    expect(concludeFindings([one])).to.have.length(1)
  })

  it('returns 50 findings at most', () => {
    const many = Array.from({ length: 80 }, (_, at) => finding(`rule-${at}`))
    expect(concludeFindings(many)).to.have.length(50)
  })
})

describe('summarize', () => {
  const subject = { kind: 'Pod', name: 'web', namespace: 'shop' }

  it('tells nothing wrong from nothing known', () => {
    expect(summarize(subject, [], true).status).to.equal('healthy')
    expect(summarize(subject, [], false).status).to.equal('unknown')
  })

  it('begins with the root, and counts the rest', () => {
    expect(summarize(subject, concludeFindings([claim, noClass]), true)).to.deep.equal({
      status: 'critical',
      summary:
        'PersistentVolumeClaim shop/data: title of storage-class-missing. message of storage-class-missing. 1 more finding follows.',
    })
  })

  it('says that the cause is not known, and what would settle it', () => {
    const unknown = unknownCause(subject, 'Terminating', false)
    expect(unknown).to.deep.include({ cause: NOT_KNOWN, severity: 'warning' })
    expect(unknown.fix[0]).to.include('includeLogs=true')
    expect(unknownCause(subject, 'Terminating', true).fix).to.have.length(2)
    expect(summarize(subject, [unknown], true).status).to.equal('warning')
  })
})
