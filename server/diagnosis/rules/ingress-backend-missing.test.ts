import { rulesByKind } from '../define-rule.ts'
import { expect } from 'chai'
import { ingresses } from '../../kinds/ingresses/kind.ts'
import { services } from '../../kinds/services/kind.ts'
import { metadata, now } from '../../testing/metadata.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'
import { Diagnosis } from '../diagnosis.ts'
import { FactPendingError, type FactSource } from '../facts.ts'
import { ingressBackendMissing } from './ingress-backend-missing.ts'

const ingress = (...backends: readonly object[]) => ({
  spec: {
    rules: [
      {
        host: 'shop.example.com',
        http: { paths: backends.map((backend, at) => ({ path: `/${at}`, backend })) },
      },
    ],
  },
})

const to = (name: string, port: object) => ({ service: { name, port } })

const findings = (fields: object, denied: readonly (typeof services)[] = []) =>
  new RuleCluster({ denied })
    .add(services, 'web', { spec: { ports: [{ name: 'http', port: 80 }] } })
    .add(ingresses, 'web', { ...fields })
    .findings(ingresses, 'web')

describe('rule ingress-backend-missing', () => {
  it('names every path that leads to no Service or no port', () => {
    const fields = ingress(
      to('gone', { number: 80 }),
      to('web', { number: 81 }),
      to('web', { name: 'https' }),
      to('web', { name: 'http' }),
    )
    const [finding] = findings(fields)
    expect(finding?.message).to.equal(
      'Requests fail: shop.example.com/0: Service "gone" does not exist; shop.example.com/1: Service "web" has no port 81; shop.example.com/2: Service "web" has no port "https".',
    )
    expect(finding?.evidence[1]).to.deep.equal({
      source: 'spec',
      reference: 'Ingress shop/web spec.rules[0].http.paths[1].backend',
      text: 'web:81',
    })
  })

  it('checks the default backend', () => {
    const [finding] = findings({ spec: { defaultBackend: to('gone', { number: 80 }) } })
    expect(finding?.title).to.equal('Service "gone" does not exist')
  })

  it('does not match backends that are no Services, nor actions of the AWS controller', () => {
    const bucket = { resource: { kind: 'StorageBucket', name: 'assets' } }
    expect(findings(ingress(bucket, to('ssl-redirect', { name: 'use-annotation' })))).to.deep.equal([])
  })

  it('reads all Services at the same time', () => {
    const names: string[] = []
    const source: FactSource = {
      get: (_, { name }) => {
        names.push(name)
        throw new FactPendingError(name)
      },
      list: () => [],
      log: () => undefined,
    }
    const failed = (rule: string, error: unknown): never => {
      throw new Error(rule, { cause: error })
    }
    const diagnosis = new Diagnosis({ source, rules: rulesByKind([ingressBackendMissing]), now, failed })
    const object = { metadata: metadata(), ...ingress(to('a', {}), to('b', {}), to('a', {})) }
    expect(diagnosis.of(ingresses, object).findings).to.deep.equal([])
    expect(names).to.deep.equal(['a', 'b'])
  })

  it('does not match where Services may not be read', () => {
    expect(findings(ingress(to('gone', { number: 80 })), [services])).to.deep.equal([])
  })
})
