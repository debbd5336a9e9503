import { expect } from 'chai'
import { quickest } from '../../testing/cpu-time.ts'
import { closestName } from './closest-name.ts'

const known = ['namespace', 'labelSelector', 'limit', 'tail', 'node', 'q', 'to']

describe('closestName', () => {
  const misspelled: [name: string, meant: string][] = [
    ['namespac', 'namespace'],
    ['namepsace', 'namespace'],
    ['nmspace', 'namespace'],
    ['namespaces', 'namespace'],
    ['labelselector', 'labelSelector'],
    ['LABEL-SELECTOR', 'labelSelector'],
    ['limti', 'limit'],
    ['limits', 'limit'],
    ['tial', 'tail'],
    ['Node', 'node'],
  ]
  for (const [name, meant] of misspelled)
    it(`takes "${name}" for "${meant}"`, () => expect(closestName(name, known)).to.equal(meant))

  for (const name of ['', 'x', 'p', 'Q', 'two', 'size', 'lim', 'labels', 'nmspc', 'name', '_', 'timestamp'])
    it(`takes "${name}" for no other name`, () => expect(closestName(name, known)).to.equal(undefined))

  it('prefers the closest name', () => {
    expect(closestName('namespace2', ['namespace', 'namespaces'])).to.equal('namespace')
    expect(closestName('namespacess', ['namespace', 'namespaces'])).to.equal('namespaces')
  })

  it('stops comparing names as soon as they differ too much', () => {
    const name = 'a'.repeat(60)
    const names = (edit: string) => Array.from({ length: 2000 }, () => edit)
    const near = quickest(() => closestName(name, names(`${'a'.repeat(57)}zzz`)))
    expect(quickest(() => closestName(name, names('z'.repeat(60))))).to.be.below(near / 4)
  })

  it('finds nothing for a name that is longer than any of Kubernetes', () => {
    const longest = 'a'.repeat(253)
    expect(closestName(longest, [`${longest.slice(1)}b`])).to.equal(`${longest.slice(1)}b`)
    expect(closestName(`${longest}a`, [`${longest}b`])).to.equal(undefined)
  })
})
