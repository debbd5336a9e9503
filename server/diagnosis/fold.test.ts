import { expect } from 'chai'
import { findingFor } from '../testing/finding-for.ts'
import { foldFindings } from './fold.ts'

const anyOwner = () => true
const web = { kind: 'Deployment', name: 'web', namespace: 'shop' }

/** Findings of one rule for so many Pods of Deployment `web`. */
const ofPods = (count: number, group: string) =>
  Array.from({ length: count }, (_, index) =>
    findingFor({ rule: 'image', kind: 'Pod', name: `web-${index}`, owner: web, group }),
  )

describe('foldFindings', () => {
  it('shows findings of one rule for the Pods of a workload as one, about the workload', () => {
    const [group, ...others] = foldFindings(ofPods(20, 'web:2'), anyOwner)
    expect(others).to.deep.equal([])
    expect(group).to.deep.include({
      id: 'image/Deployment/shop/web/web:2',
      subject: web,
      affected: 20,
      explains: [],
    })
  })

  it('keeps findings apart that differ in what they are about', () => {
    const groups = foldFindings([...ofPods(2, 'web:2'), ...ofPods(3, 'side:1')], anyOwner)
    expect(groups.map(({ id, affected }) => [id, affected])).to.deep.equal([
      ['image/Deployment/shop/web/side:1', 3],
      ['image/Deployment/shop/web/web:2', 2],
    ])
  })

  it('names the first Pod where the workload may not be shown', () => {
    const [group] = foldFindings(ofPods(2, 'web:2'), ({ kind }) => kind !== 'Deployment')
    expect(group?.subject).to.deep.equal({ kind: 'Pod', name: 'web-0', namespace: 'shop' })
  })

  it('lists a finding under its cause, and what that finding explains too', () => {
    const claim = findingFor({ rule: 'no-class', kind: 'PersistentVolumeClaim', name: 'data-db-0' })
    const pod = findingFor({ rule: 'waits-for-claim', kind: 'Pod', name: 'db-0', causes: [claim] })
    const set = findingFor({ rule: 'blocked', kind: 'StatefulSet', name: 'db', causes: [pod] })
    const [group, ...others] = foldFindings([set, pod, claim], anyOwner)
    expect(others).to.deep.equal([])
    expect(group).to.deep.include({ id: 'no-class/PersistentVolumeClaim/shop/data-db-0', affected: 1 })
    expect(group?.explains.map(({ rule }) => rule)).to.deep.equal(['waits-for-claim', 'blocked'])
  })

  it('shows a finding whose cause is not among the findings', () => {
    const hidden = findingFor({ rule: 'node-not-ready', kind: 'Node', name: 'worker' })
    const pod = findingFor({ rule: 'lost', kind: 'Pod', name: 'web-0', causes: [hidden] })
    expect(foldFindings([pod], anyOwner).map(({ id }) => id)).to.deep.equal(['lost/Pod/shop/web-0'])
  })

  it('puts the most severe first, then the newest, then orders by id', () => {
    const groups = foldFindings(
      [
        findingFor({ rule: 'a', name: 'one', severity: 'info' }),
        findingFor({ rule: 'b', name: 'one', severity: 'critical', since: '2026-11-27T10:00:00Z' }),
        findingFor({ rule: 'd', name: 'one', severity: 'critical', since: '2026-11-27T11:00:00Z' }),
        findingFor({ rule: 'c', name: 'one', severity: 'critical', since: '2026-11-27T11:00:00Z' }),
        findingFor({ rule: 'e', name: 'one', severity: 'warning' }),
      ],
      anyOwner,
    )
    expect(groups.map(({ shown: { rule } }) => rule)).to.deep.equal(['c', 'd', 'b', 'e', 'a'])
  })

  it('begins with the first of its findings, and takes the severity of the worst', () => {
    const one = { rule: 'crash', kind: 'Pod', owner: web }
    const [group] = foldFindings(
      [
        findingFor({ ...one, name: 'web-0', severity: 'warning', since: '2026-11-27T11:00:00Z' }),
        findingFor({ ...one, name: 'web-1', severity: 'critical', since: '2026-11-27T11:30:00Z' }),
      ],
      anyOwner,
    )
    expect(group).to.deep.include({ severity: 'critical', since: '2026-11-27T11:00:00Z' })
  })

  it('takes the severity of the worst that it explains', () => {
    const probe = findingFor({ rule: 'probe', name: 'dns-0', severity: 'warning' })
    const dns = findingFor({ rule: 'dns', kind: 'Service', name: 'dns', causes: [probe] })
    expect(
      foldFindings([dns, probe], anyOwner).map(({ shown: { rule }, severity }) => [rule, severity]),
    ).to.deep.equal([['probe', 'critical']])
  })

  it('shows the first of findings that explain each other in a circle, with the others under it', () => {
    const one = findingFor({ rule: 'a', name: 'one', since: '2026-11-27T11:00:00Z' })
    const two = findingFor({ rule: 'b', name: 'two', since: '2026-11-27T10:00:00Z', causes: [one] })
    const circle = { ...one, causes: [two] }
    const effect = findingFor({ rule: 'c', name: 'three', causes: [one] })
    const [group, ...others] = foldFindings([circle, two, effect], anyOwner)
    expect(others).to.deep.equal([])
    expect(group).to.deep.include({ id: 'b/Pod/shop/two', affected: 3 })
    expect(group?.explains.map(({ rule }) => rule)).to.deep.equal(['a', 'c'])
  })
})
