import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { call } from '../support/http.ts'
import type { KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const NAMESPACE = 'kube-system'
/** Kinds by their names in `kinds=`, in the order of results, with their paths in the cluster. */
const KINDS = {
  deployments: ['Deployment', 'apis/apps/v1'],
  pods: ['Pod', 'api/v1'],
  replicasets: ['ReplicaSet', 'apis/apps/v1'],
  configmaps: ['ConfigMap', 'api/v1'],
  services: ['Service', 'api/v1'],
  daemonsets: ['DaemonSet', 'apis/apps/v1'],
} as const

interface Result {
  kind: string
  name: string
  namespace?: string
  match: { field: string; value: string }
  status?: string
}

interface Searched extends KubeObject {
  spec?: {
    nodeName?: string
    containers?: { image: string }[]
    clusterIP?: string
  }
  status?: { podIP?: string }
}

/** Returns objects for one number, by the paths of their kinds, and the texts that people know them by. */
function plantedHandles(number: number) {
  const namespace = 'default'
  const word = createHash('sha256').update(`planted ${number}`).digest('hex')
  const [part, team, node] = [`p${word.slice(0, 8)}`, `t${word.slice(8, 16)}`, `n${word.slice(16, 24)}`]
  const [workload, service, pod] = [
    `the-${part}-workload`,
    `planted-service-${number}`,
    `planted-pod-${number}`,
  ]
  const image = `registry.example.com/planted@sha256:${word}`
  const address = `203.0.113.${number}`
  const labels = { team }
  const containers = [{ name: 'main', image }]
  const objects: [path: string, object: KubeObject][] = [
    [
      `/apis/apps/v1/namespaces/${namespace}/deployments`,
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: workload, namespace, labels, annotations: { [`${team}.example.com/owner`]: 'x' } },
        spec: {
          replicas: 0,
          selector: { matchLabels: { app: workload } },
          template: { metadata: { labels: { app: workload } }, spec: { containers } },
        },
      },
    ],
    [
      `/api/v1/namespaces/${namespace}/services`,
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: service, namespace },
        spec: { ports: [{ port: 80 }], externalIPs: [address] },
      },
    ],
    [
      `/api/v1/namespaces/${namespace}/pods`,
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: pod, namespace },
        spec: { nodeName: node, containers: [{ name: 'main', image: 'planted:1' }] },
      },
    ],
  ]
  const ofWorkload = { kind: 'Deployment', name: workload }
  const handles = [
    { handle: 'part of a name', q: part, ...ofWorkload },
    { handle: 'value of a label', q: team, ...ofWorkload },
    { handle: 'prefix of a digest', q: `sha256:${word.slice(0, 12)}`, ...ofWorkload },
    { handle: 'key of an annotation', q: `${team}.example.com/owner`, ...ofWorkload },
    { handle: 'address', q: address, kind: 'Service', name: service },
    { handle: 'node', q: node, kind: 'Pod', name: pod },
  ]
  return { objects, handles }
}

describe('a search', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  /** Searches until every kind is synced. */
  const search = async (query: Record<string, string>) =>
    until('a search of all kinds', async () => {
      const path = `/api/search?${new URLSearchParams(query)}`
      const { status, json, text } = await call(target.api, 'GET', path)
      expect(status, text.slice(0, 300)).to.equal(200)
      const found = json as unknown as {
        results: Result[]
        total: number
        continue?: string
        syncing?: string[]
      }
      return found.syncing === undefined ? found : undefined
    })

  const objects = async (plural: keyof typeof KINDS): Promise<Searched[]> => {
    const [, root] = KINDS[plural]
    return (
      await target.kube.get<{ items: Searched[] }>(`/${root}/namespaces/${NAMESPACE}/${plural}`)
    ).items.toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1))
  }

  it('finds what the cluster lists by name: the whole name first, then its beginning, then a part', async () => {
    const all = (
      await Promise.all(
        (Object.keys(KINDS) as (keyof typeof KINDS)[]).map(async (plural) =>
          (await objects(plural)).map(({ metadata: { name } }) => ({
            kind: KINDS[plural][0] as string,
            name,
          })),
        ),
      )
    ).flat()
    const [subject] = all
    const words = [subject?.name ?? '', subject?.name.slice(0, 4) ?? '', 'kube']
    for (const q of words) {
      const found: Result[] = []
      let token: string | undefined = ''
      while (token !== undefined) {
        const page = await search({
          q,
          namespace: NAMESPACE,
          kinds: Object.keys(KINDS).join(),
          limit: '7',
          ...(token === '' ? {} : { continue: token }),
        })
        found.push(...page.results)
        token = page.continue
      }
      const named = found.filter(({ match }) => match.field === 'name')
      const matching = all.filter(({ name }) => name.includes(q))
      const rank = (name: string) => (name === q ? 0 : name.startsWith(q) ? 1 : 2)
      const expected = [0, 1, 2].flatMap((wanted) => matching.filter(({ name }) => rank(name) === wanted))
      expect(expected, q).to.not.be.empty
      expect(
        named.map(({ kind, name }) => ({ kind, name })),
        q,
      ).to.deep.equal(expected)
      expect(found.indexOf(named.at(-1) as Result), 'names come first').to.equal(named.length - 1)
    }
  })

  it('finds a Pod by its labels, image, address, node and annotations', async () => {
    const pod = (await objects('pods')).find(({ status }) => status?.podIP)
    if (pod === undefined) throw new Error(`no Pod of ${NAMESPACE} has an address`)
    const { metadata, spec, status } = pod
    const [label = ''] = Object.entries(metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`)
    const image = spec?.containers?.[0]?.image ?? ''
    const cases: [q: string, field: string, value: string][] = [
      [label.toUpperCase(), 'label', label],
      [image.slice(2), 'image', image],
      [status?.podIP ?? '', 'address', status?.podIP ?? ''],
      [spec?.nodeName ?? '', 'node', spec?.nodeName ?? ''],
    ]
    for (const [q, field, value] of cases) {
      const { results } = await search({ q, namespace: NAMESPACE, kinds: 'pods', limit: '100' })
      const found = results.find(({ name }) => name === metadata.name)
      // A static Pod has the node in its name.
      if (found?.match.field === 'name') continue
      expect(found?.match, q).to.deep.equal({ field, value })
    }
  })

  describe('of a planted handle', () => {
    const planted = [1, 2, 3, 4, 5, 6].map(plantedHandles)
    before(async () => {
      for (const { objects: all } of planted) for (const [, object] of all) await target.kube.create(object)
    })
    after(async () => {
      for (const { objects: all } of planted)
        for (const [path, { metadata }] of all) await target.kube.remove(`${path}/${metadata.name}`)
    })

    for (const { handles } of planted)
      for (const { handle, q, kind, name } of handles)
        it(`finds its object first or second: ${handle} ${q}`, async () => {
          const found = await until('the planted object', async () => {
            const { results } = await search({ q })
            return results.length > 0 ? results : undefined
          })
          expect(found.slice(0, 2).map((one) => `${one.kind} ${one.name}`)).to.include(`${kind} ${name}`)
        })
  })

  it('finds objects of every namespace, with the status of the list of their kind', async () => {
    const [one] = await objects('pods')
    const { results } = await search({ q: one?.metadata.name ?? '' })
    const found = results.find(({ kind }) => kind === 'Pod')
    expect(found).to.include({ name: one?.metadata.name, namespace: NAMESPACE })
    const { json } = await call(target.api, 'GET', `/api/pods?namespace=${NAMESPACE}`)
    const listed = (json['pods'] as { name: string; status: string }[]).find(
      ({ name }) => name === found?.name,
    )
    expect(found?.status).to.equal(listed?.status)
    const nodes = await search({ q: 'linux', kinds: 'nodes' })
    expect(nodes.results[0]).to.include({ kind: 'Node' }).and.not.have.property('namespace')
  })

  it('responds 400 to a text that is missing, blank, too long or has control characters, and to an unknown kind', async () => {
    const queries = [
      '',
      '?q=',
      '?q=%20%20',
      `?q=${'x'.repeat(257)}`,
      '?q=a%0Ab',
      '?q=a&kinds=pod',
      '?q=a&limit=101',
    ]
    for (const query of queries) {
      const { status, json } = await call(target.api, 'GET', `/api/search${query}`)
      expect([status, json['code']], query).to.deep.equal([400, 'BAD_REQUEST'])
    }
    expect((await call(target.api, 'GET', `/api/search?q=%20${'x'.repeat(256)}%20`)).status).to.equal(200)
  })

  it('reads from the caches, without a call for a kind that may be read', async () => {
    if (target.demo === undefined) return
    await until('a search in the caches', async () => {
      const { headers } = await call(target.api, 'GET', '/api/search?q=web')
      return headers.get('x-cache') === 'hit' ? true : undefined
    })
    const before = await target.upstreamCalls()
    await search({ q: 'web' })
    expect((await target.upstreamCalls()) - before).to.equal(0)
  })
})
