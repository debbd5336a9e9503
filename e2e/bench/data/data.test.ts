import { expect } from 'chai'
import { placeOf, podOf } from './pods.ts'
import { eventOf } from './rest.ts'
import { shapeOf, suffix } from './shape.ts'
import { deploymentOf, idleDeployment, replicaSetOf } from './workloads.ts'

describe('bench data', () => {
  for (const pods of [200, 1000, 10_000, 100_000])
    it(`creates ${pods} Pods: 200 in a namespace, ten of the first Deployment, ten on the first node`, () => {
      const shape = shapeOf(pods)
      const places = Array.from({ length: pods }, (_, index) => placeOf(shape, index))
      const inFirst = places.filter(({ namespace }) => namespace === 'bench-000')
      expect(inFirst).to.have.length(200)
      expect(places.filter(({ node }) => node === 'bench-node-0000')).to.have.length(10)
      expect(places.filter(({ deployment }) => deployment === 0)).to.have.length(10)
      expect(new Set(places.map(({ namespace, name }) => `${namespace}/${name}`)).size).to.equal(pods)
    })

  it('names valid and the same every time', () => {
    expect(suffix(5, 10)).to.match(/^[a-z0-9]{10}$/)
    expect(suffix(5, 10)).to.equal(suffix(5, 10))
  })

  it('has Pods that belong to their ReplicaSets and those to their Deployments', () => {
    const shape = shapeOf(200)
    const { metadata } = podOf(shape, 27)
    const set = replicaSetOf(shape, 2)
    expect(metadata['ownerReferences']).to.deep.include({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: set.metadata.name,
      uid: set.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    })
    expect(set.metadata['ownerReferences']).to.have.nested.property(
      '0.uid',
      deploymentOf(shape, 2).metadata.uid,
    )
    const selector = (set['spec'] as { selector: { matchLabels: object } }).selector.matchLabels
    expect(metadata.labels).to.include(selector)
  })

  it('has events of Pods and Deployments without any', () => {
    const shape = shapeOf(200)
    expect(eventOf(shape, 55, 'u', 0).metadata.namespace).to.equal(placeOf(shape, 27).namespace)
    expect(idleDeployment(shape, 3).name).to.equal(deploymentOf(shape, 23).metadata.name)
    expect(deploymentOf(shape, 23)['spec']).to.include({ replicas: 0 })
  })
})
