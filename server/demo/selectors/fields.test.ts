import { expect } from 'chai'
import { kindNamed } from '../kinds.ts'
import { Failure } from '../status.ts'
import { checkFieldLabels, matchesFields, parseFieldSelector, requiredName } from './fields.ts'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a,b', namespace: 'shop' },
  spec: { nodeName: 'n1' },
  status: { phase: 'Running', podIP: '10.0.0.1' },
}

describe('demo field selectors', () => {
  for (const [selector, matches] of [
    ['', true],
    ['status.phase=Running', true],
    ['status.phase==Running,spec.nodeName!=n2', true],
    ['status.phase!=Running', false],
    ['spec.schedulerName=', true],
    ['spec.hostNetwork=false', true],
    ['spec.host=n1', true],
    ['status.podIPs=10.0.0.1', true],
    ['metadata.name=a\\,b', true],
    ['metadata.name=a', false],
  ] as const) {
    it(`evaluates ${selector || '(empty)'} to ${matches}`, () => {
      const parsed = parseFieldSelector(selector)
      checkFieldLabels(parsed, kindNamed('pods'))
      expect(matchesFields(parsed, kindNamed('pods'), pod)).to.equal(matches)
    })
  }

  it('an event matches by its source, wherever that is written', () => {
    const events = kindNamed('events')
    const base = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' } }
    const selector = parseFieldSelector('source=kubelet')
    expect(matchesFields(selector, events, { ...base, source: { component: 'kubelet' } })).to.equal(true)
    expect(matchesFields(selector, events, { ...base, reportingComponent: 'kubelet' })).to.equal(true)
  })

  it('only an equality asks for one name', () => {
    expect(requiredName(parseFieldSelector('metadata.name=x'))).to.equal('x')
    expect(requiredName(parseFieldSelector('metadata.name!=x'))).to.equal(undefined)
  })

  it('refuses an open escape', () => {
    expect(() => parseFieldSelector('metadata.name=a\\')).to.throw(Failure, 'invalid escape sequence: \\')
  })
})
