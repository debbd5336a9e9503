import { expect } from 'chai'
import { projectMetrics } from './metrics.ts'
import type { Metric } from './model.ts'
import { samples } from './samples.ts'

const cpu: Metric = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
}
const memory: Metric = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
}
const currents = (specs: readonly Metric[], statuses: readonly Metric[]) =>
  projectMetrics(specs, statuses).map(({ current }) => current)

describe('the metrics of a HorizontalPodAutoscaler', () => {
  it('have target and current value of the same type, whatever their source', () => {
    const [{ spec, status }] = samples
    const shown = projectMetrics(spec?.metrics ?? [], status?.currentMetrics ?? [])
    expect(
      shown.map(({ type, name, target, current }) => [type, name, target.type, current, target.value]),
    ).to.deep.equal([
      ['Resource', 'cpu', 'Utilization', '62%', '80%'],
      ['Resource', 'memory', 'AverageValue', '642Mi', '1Gi'],
      ['ContainerResource', 'memory', 'AverageValue', '152Mi', '200Mi'],
      ['Pods', 'sessions', 'AverageValue', '431', '500'],
      ['Object', 'requests_per_second', 'Value', '1750', '2k'],
      ['Object', 'open_connections', 'AverageValue', '87', '100'],
      ['External', 'queue_length', 'AverageValue', '12', '30'],
      ['External', 'backlog', 'Value', '9', '15'],
    ])
  })

  it('name the container and the described object', () => {
    const [{ spec }] = samples
    const shown = projectMetrics(spec?.metrics ?? [], [])
    expect(shown.flatMap(({ container }) => container ?? [])).to.deep.equal(['web'])
    const object = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'storefront' }
    expect(shown.flatMap((one) => one.object ?? [])).to.deep.equal([object, object])
  })

  it('lack the current value while it is unknown', () => {
    expect(currents([cpu], [])).to.deep.equal([undefined])
    expect(currents([cpu], [{ type: '' }])).to.deep.equal([undefined])
    const withoutUtilization = {
      type: 'Resource',
      resource: { name: 'cpu', current: { averageValue: '10m' } },
    }
    expect(currents([cpu], [withoutUtilization])).to.deep.equal([undefined])
  })

  it('show a utilization of zero', () => {
    const idle = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 0 } } }
    expect(currents([cpu], [idle])).to.deep.equal(['0%'])
  })

  it('take the status at the index of the spec, and none of another metric', () => {
    const current = { averageUtilization: 61, averageValue: '642Mi' }
    const ofMemory = { type: 'Resource', resource: { name: 'memory', current } }
    expect(currents([cpu, memory], [{ type: '' }, ofMemory])).to.deep.equal([undefined, '642Mi'])
    expect(currents([memory, cpu], [{ type: '' }, ofMemory])).to.deep.equal([undefined, undefined])
    const ofContainer = { type: 'ContainerResource', containerResource: ofMemory.resource }
    expect(currents([memory], [ofContainer])).to.deep.equal([undefined])
  })
})
