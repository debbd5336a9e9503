import { expect } from 'chai'
import { streamKinds } from '../../stream/stream-kinds.ts'
import { describeApi } from './describe-api.ts'

describe('the catalogue that the console is built with', () => {
  const catalogue = describeApi()
  const listed = catalogue.kinds.filter(({ list }) => list !== null)

  it('has the path of every operation', () => {
    expect(catalogue.operations).to.include({
      getPod: '/api/pods/{name}',
      streamChanges: '/api/stream',
      getDashboardSummary: '/api/dashboard/summary',
    })
  })

  it('has every kind that has a list, with the event that keeps it up', () => {
    const events = new Map(streamKinds.map(({ plural, event }) => [plural, event]))
    expect(listed.length).to.be.greaterThan(20)
    for (const { path, event } of listed) expect(event, path).to.equal(events.get(path))
  })

  it('has a detail with events for every listed kind that has names', () => {
    for (const { path, named, detail, events } of listed)
      expect([detail !== null, events !== null], path).to.deep.equal([named, named])
  })

  it('takes the columns from the schema of the list item, the status first and the age last', () => {
    const deployments = listed.find(({ path }) => path === 'deployments')
    expect(deployments?.columns).to.deep.equal(['status', 'replicas', 'images', 'createdAt'])
    const pods = listed.find(({ path }) => path === 'pods')
    expect(pods?.columns).to.deep.equal(['status', 'containers', 'nodeName', 'podIP'])
    const events = listed.find(({ path }) => path === 'events')
    expect(events?.columns.slice(0, 5)).to.deep.equal([
      'lastTimestamp',
      'type',
      'reason',
      'involvedObject',
      'message',
    ])
  })

  it('has the restarts, logs and Pods of the kinds that have them', () => {
    const withRestart = listed.filter(({ restart }) => restart !== null).map(({ path }) => path)
    expect(withRestart).to.have.members(['deployments', 'pods', 'statefulsets', 'daemonsets'])
    const withLogs = listed.filter(({ logs }) => logs !== null).map(({ path, logs }) => [path, logs])
    expect(withLogs).to.deep.equal([['pods', 'streamPodLog']])
    expect(listed.find(({ path }) => path === 'replicasets')?.pods).to.equal('listReplicaSetPods')
  })
})
