import { expect } from 'chai'
import { quickest } from '../../testing/quickest.ts'
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

  it('compares a name with ten thousand of its length in milliseconds, and none that is too long', () => {
    const [long, name] = ['a'.repeat(100_000), 'a'.repeat(60)]
    const names = Array.from({ length: 10_000 }, (_, at) => String(at).padStart(60, 'z'))
    expect(quickest(() => closestName(long, [`${long}b`]))).to.be.below(10)
    expect(quickest(() => closestName(name, names))).to.be.below(200)
  })
})
