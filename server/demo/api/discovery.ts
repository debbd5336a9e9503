import { type Kind, groupVersion, kinds } from '../kinds.ts'
import { type Answer, json, text } from './request.ts'

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** Kinds that can be created but are not stored. */
const reviewKinds: readonly [string, string, string, boolean][] = [
  ['authentication.k8s.io', 'selfsubjectreviews', 'SelfSubjectReview', false],
  ['authentication.k8s.io', 'tokenreviews', 'TokenReview', false],
  ['authorization.k8s.io', 'localsubjectaccessreviews', 'LocalSubjectAccessReview', true],
  ['authorization.k8s.io', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview', false],
  ['authorization.k8s.io', 'selfsubjectrulesreviews', 'SelfSubjectRulesReview', false],
  ['authorization.k8s.io', 'subjectaccessreviews', 'SubjectAccessReview', false],
]

/** Each group other than core, with its served version. */
const groups: ReadonlyMap<string, string> = new Map([
  ...kinds.map(({ group, version }) => [group, version] as const),
  ...reviewKinds.map(([group]) => [group, 'v1'] as const),
])

const named = [...groups.keys()].filter((group) => group !== '')

export const serverVersion = {
  major: '1',
  minor: '34',
  emulationMajor: '1',
  emulationMinor: '34',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '33',
  gitVersion: 'v1.34.4',
  gitCommit: '$Format:%H$',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.24.11',
  compiler: 'gc',
  platform: 'linux/amd64',
}

/** Whether a group, or a version of it, is served. */
export function serves(group: string, version = groups.get(group)): boolean {
  return groups.has(group) && groups.get(group) === version
}

/** Responds to the paths outside of resources: health, version and discovery. */
export function discover(path: string): Answer | undefined {
  if (/^\/(healthz|readyz|livez)$/.test(path)) return text('ok')
  const parts = path.replace(/^\/+|\/+$/g, '').split('/')
  const [first = '', group = '', version = ''] = parts
  if (path === '/') return json({ paths: paths() })
  if (first === 'version' && parts.length === 1) return json(serverVersion)
  if (first === 'api' && parts.length === 1) return json(apiVersions)
  if (first === 'api' && parts.length === 2 && group === 'v1') return json(resourceList('', 'v1'))
  if (first !== 'apis') return undefined
  if (parts.length === 1) {
    return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: named.map(apiGroup) })
  }
  if (!named.includes(group)) return undefined
  if (parts.length === 2) return json({ kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(group) })
  if (serves(group, version)) return json(resourceList(group, version))
  return unknownVersion
}

const unknownVersion: Answer = json(
  {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'the server could not find the requested resource',
    reason: 'NotFound',
    details: {},
    code: 404,
  },
  404,
)

const apiVersions = {
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.89.0.2:6443' }],
}

function apiGroup(name: string): object {
  const version = groups.get(name) ?? ''
  const served = { groupVersion: `${name}/${version}`, version }
  return { name, versions: [served], preferredVersion: served }
}

function paths(): string[] {
  const ofGroups = named.flatMap((group) => [`/apis/${group}`, `/apis/${group}/${groups.get(group)}`])
  return [
    '/api',
    '/api/v1',
    '/apis',
    '/apis/',
    ...ofGroups,
    '/healthz',
    '/livez',
    '/readyz',
    '/version',
  ].sort()
}

function resourceList(group: string, version: string): object {
  const stored = kinds.filter((kind) => kind.group === group && kind.version === version).flatMap(entries)
  const asked = reviewKinds
    .filter(([owner]) => owner === group)
    .map(([, name, kind, namespaced]) => ({
      name,
      singularName: kind.toLowerCase(),
      namespaced,
      kind,
      verbs: ['create'],
    }))
  const resources = [...stored, ...asked].sort((left, right) => (left.name < right.name ? -1 : 1))
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersion({ group, version }),
    resources,
  }
}

function entries(row: Kind): { name: string }[] {
  const { resource, singular, namespaced, kind, shortNames, categories } = row
  const main = {
    name: resource,
    singularName: singular,
    namespaced,
    kind,
    verbs: row.computed ? ['list'] : verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  }
  const below = Object.entries(row.subresources).map(([name, allowed]) => ({
    name: `${resource}/${name}`,
    singularName: '',
    namespaced,
    ...subresourceKind(row, name),
    verbs: allowed,
  }))
  return [main, ...below]
}

function subresourceKind({ kind }: Kind, name: string): object {
  if (name === 'token') return { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' }
  return { kind }
}
