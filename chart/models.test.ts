import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import { expect } from 'chai'
import * as chart from './rendering.ts'

/** Objects that CustomResourceDefinitions of other projects accept; fields they do not know are looked for on a cluster (e2e/cluster/value-sets). */
const MODELS: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  HTTPRoute,
  PodMonitor,
  PrometheusRule,
  ServiceMonitor,
}

const check = (object: chart.KubeObject): void => {
  const Model = MODELS[object.kind]
  if (Model !== undefined) new Model(object as never).validate()
}

describe("chart, objects of others' kinds", function () {
  this.timeout(60_000)
  const seen = new Map<string, chart.KubeObject>()
  before(function () {
    return chart.needsHelm(this)
  })

  for (const { name, path } of chart.cases)
    it(`renders a well-formed object: ${name}`, async () => {
      for (const object of await chart.renderObjects('--values', path)) {
        check(object)
        if (MODELS[object.kind] !== undefined) seen.set(object.kind, object)
      }
    })

  it('validates objects of every foreign kind, and rejects wrong ones', () => {
    expect([...seen.keys()]).to.have.members(Object.keys(MODELS))
    for (const [kind, object] of seen) {
      const wrong = { ...object, spec: kind === 'HTTPRoute' ? { rules: 'all' } : { groups: 1, endpoints: 1 } }
      expect(() => check(wrong), kind).to.throw()
    }
  })
})
