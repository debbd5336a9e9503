import { expect } from 'chai'
import { identitiesOf, podProgress, workloadProgress } from './restart-progress.ts'

const pod = (name: string, createdAt: string, ready = true, status = 'Running') => ({
  name,
  namespace: 'shop',
  status,
  phase: 'Running' as const,
  createdAt,
  containers: [{ name: 'app', image: 'x', ready, restartCount: 0, state: {} }],
})

describe('the progress of a restart in the console', () => {
  it('follows a workload until it is available again', () => {
    const replicas = { desired: 4, updated: 2, available: 3 }
    expect(workloadProgress({ status: 'Progressing', replicas })).to.deep.equal({
      text: 'Progressing: 2 of 4 Pods have the new template, 3 are available.',
      isDone: false,
      percent: 50,
    })
    const end = workloadProgress({ status: 'Available', desired: 4, updated: 4, available: 4 })
    expect([end.isDone, end.percent]).to.deep.equal([true, 100])
    expect(workloadProgress({ status: 'Degraded', desired: 0, updated: 0, available: 0 }).percent).to.equal(0)
  })

  it('waits for the end of a Pod and for a ready successor', () => {
    const earlier = [pod('web-1', 't1'), pod('web-2', 't1')]
    const before = identitiesOf(earlier)
    const at = (pods: typeof earlier) => podProgress('web-1', before, pods)
    expect(at(earlier).text).to.equal('The Pod is being stopped.')
    expect(at([pod('web-2', 't1')]).text).to.equal('No other Pod exists yet.')
    expect(at([...earlier, pod('web-3', 't2')]).isDone).to.equal(false)
    const starting = at([pod('web-2', 't1'), pod('web-3', 't2', false, 'ContainerCreating')])
    expect([starting.isDone, starting.text]).to.deep.equal([
      false,
      'Pod web-3 takes its place: ContainerCreating.',
    ])
    const end = at([pod('web-2', 't1'), pod('web-3', 't2')])
    expect([end.isDone, end.successor]).to.deep.equal([true, 'web-3'])
  })

  it('tells the Pods of a StatefulSet apart by their creation', () => {
    const before = identitiesOf([pod('db-0', 't1')])
    expect(podProgress('db-0', before, [pod('db-0', 't1')]).isDone).to.equal(false)
    expect(podProgress('db-0', before, [pod('db-0', 't2')]).isDone).to.equal(true)
  })
})
