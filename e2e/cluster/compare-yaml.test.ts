import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { parse } from 'yaml'
import { call } from '../support/http.ts'
import type { KubeObject } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { world } from './environment/world.ts'
import { gallery } from './fixtures/gallery.ts'

const GROUP = 'e2e.example.com'
const CRD = `widgets.${GROUP}`

/** A version of the CustomResourceDefinition that takes any fields. */
function version(name: string, storage: boolean): object {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return { name, served: true, storage, schema }
}

describe('YAML of any type compared with kubectl', function () {
  this.timeout(240_000)
  const { kubectl, forward, release } = world()
  const namespace = `yaml-${randomBytes(3).toString('hex')}`
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(forward.api, 'GET', `/api/resources/${path}`, undefined, headers)

  before(async () => {
    await kubectl.apply(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: CRD },
        spec: {
          group: GROUP,
          scope: 'Namespaced',
          names: { kind: 'Widget', plural: 'widgets', singular: 'widget', shortNames: ['wdg'] },
          versions: [version('v1', true), version('v1beta1', false)],
        },
      },
    )
    await kubectl.text('wait', '--for=condition=Established', `crd/${CRD}`, '--timeout=60s')
    await kubectl.apply({
      apiVersion: `${GROUP}/v1`,
      kind: 'Widget',
      metadata: { name: 'an.odd-one', namespace },
      spec: {
        big: 9007199254740,
        real: 1.5,
        texts: [
          'yes',
          'no',
          'on',
          '1e3',
          '0x10',
          '012',
          '1:30',
          '~',
          '',
          ' a ',
          'a: b',
          '- c',
          '# d',
          'line\nbreak\n',
          '\ttab',
          'größer 🎈',
        ],
        nested: { list: [[1, [2]], {}, [], null] },
      },
    })
  })
  after(async () => {
    await kubectl.remove('crd', CRD)
    await kubectl.remove('namespace', namespace)
  })

  /** Compares our YAML of an object with kubectl's, read by both versions of YAML. */
  async function agrees(type: string, name: string, place?: string): Promise<void> {
    const inNamespace = place === undefined ? [] : ['-n', place]
    const query = place === undefined ? '' : `?namespace=${place}`
    await until(`the YAML of ${type} ${name} to be compared in one version`, async () => {
      const before = await kubectl.text('get', type, name, ...inNamespace, '-o', 'yaml')
      const { status, json } = await get(`${type}/${encodeURIComponent(name)}/yaml${query}`)
      expect([type, status, json['error']]).to.deep.equal([type, 200, undefined])
      if (before !== (await kubectl.text('get', type, name, ...inNamespace, '-o', 'yaml'))) return undefined
      for (const specification of ['1.1', '1.2'] as const)
        expect(parse(String(json['yaml']), { version: specification }), `${type} ${name}`).to.deep.equal(
          parse(before, { version: specification }),
        )
      return true
    })
  }

  it('equals kubectl for built-in types, by any of their names', async () => {
    const { namespace: shown } = await gallery()
    const [deployment] = await kubectl.items<KubeObject>('deployments', '-n', shown)
    const [node] = await kubectl.items<KubeObject>('nodes')
    for (const type of ['deployments', 'deploy', 'Deployment', 'deployments.apps', 'deployments.v1.apps'])
      await agrees(type, deployment?.metadata.name ?? '', shown)
    await agrees('no', node?.metadata.name ?? '')
    await agrees('cm', 'kube-root-ca.crt', shown)
    await agrees('ns', shown)
  })

  it('responds 403 with the value that grants a custom resource, then equals kubectl in each version', async () => {
    const path = `wdg/an.odd-one/yaml?namespace=${namespace}`
    const { status, json } = await get(path)
    expect([status, json['code']]).to.deep.equal([403, 'FORBIDDEN'])
    expect(json['error']).to.include(`cannot get resource "widgets" in API group "${GROUP}"`)
    expect(json['hint']).to.include(`add "${GROUP}" to rbac.customResources`)
    expect(json['missing']).to.deep.equal([
      { verb: 'get', apiGroup: GROUP, resource: 'widgets', namespace, enabledBy: 'rbac.customResources' },
    ])
    await release.setAlone(`rbac.customResources={${GROUP}}`)
    await until(
      'the right to count',
      async () => ((await get(path)).status === 200 ? true : undefined),
      30_000,
    )
    for (const type of ['wdg', 'widgets', `widgets.${GROUP}`, `widgets.v1beta1.${GROUP}`, 'Widget'])
      await agrees(type, 'an.odd-one', namespace)
  })

  it('responds 403 with the missing right for a type without a group in the chart', async () => {
    const { status, json } = await get('clusterroles/system%3Adiscovery/yaml')
    expect([status, json['code']]).to.deep.equal([403, 'FORBIDDEN'])
    expect(json['hint']).to.include('get clusterroles.rbac.authorization.k8s.io')
  })
})
