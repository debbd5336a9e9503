import { expect } from 'chai'
import { planRestart } from './restart-plan.ts'

const sentences = (kind: string, detail: object) => planRestart(kind, detail)?.sentences.join(' ')

describe('the effect of a restart in the console', () => {
  const replicas = { desired: 3 }

  it('names the limits of a rolling update', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    expect(sentences('Deployment', { replicas, strategy, paused: false })).to.equal(
      'Replaces 3 Pods step by step. Meanwhile at most 1 Pod is added, and no Pod is missing.',
    )
  })

  it('warns where nothing is available meanwhile, or a Pod is lost', () => {
    const recreate = { replicas, strategy: { type: 'Recreate' }, paused: false }
    expect(planRestart('Deployment', recreate)?.isHarmful).to.equal(true)
    expect(sentences('Deployment', recreate)).to.include('Nothing is available meanwhile')
    expect(planRestart('Pod', { ownerReferences: [] })).to.deep.equal({
      sentences: ['Deletes the Pod for good: no controller creates another.'],
      isHarmful: true,
    })
    const owned = { ownerReferences: [{ kind: 'ReplicaSet', name: 'web-1', controller: true }] }
    expect(planRestart('Pod', owned)?.isHarmful).to.equal(false)
    expect(sentences('Pod', owned)).to.include('ReplicaSet web-1 creates another')
  })

  it('says that a paused Deployment refuses it, and that one of no Pods has none to replace', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    expect(sentences('Deployment', { replicas, strategy, paused: true })).to.include('resume it first')
    expect(sentences('Deployment', { replicas: { desired: 0 }, strategy, paused: false })).to.include(
      'It has no Pods',
    )
  })

  it('counts the Pods that a partition keeps', () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2, maxUnavailable: 1 } }
    expect(sentences('StatefulSet', { replicas, updateStrategy })).to.equal(
      'Replaces 1 Pod, the last one first. Each is stopped before its successor starts: at most 1 Pod at a time. Its partition keeps 2 Pods.',
    )
    expect(sentences('StatefulSet', { replicas: { desired: 1 }, updateStrategy })).to.include(
      'Its partition keeps 1 Pod.',
    )
  })

  it('says that nothing is replaced with the update strategy OnDelete', () => {
    for (const kind of ['StatefulSet', 'DaemonSet'])
      expect(sentences(kind, { replicas, desired: 3, updateStrategy: { type: 'OnDelete' } })).to.include(
        'replaces no Pod',
      )
  })

  it('says on how many nodes a DaemonSet is replaced at a time', () => {
    const surge = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } }
    expect(sentences('DaemonSet', { desired: 1, updateStrategy: surge })).to.equal(
      'Replaces the Pods on 1 node. On at most 2 nodes at a time, a new Pod starts before the old one stops.',
    )
    const plain = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }
    expect(sentences('DaemonSet', { desired: 5, updateStrategy: plain })).to.include(
      'On at most 1 node at a time, the Pod stops',
    )
  })

  it('has none for a kind without restarts', () => {
    expect(planRestart('ConfigMap', {})).to.equal(undefined)
  })
})
