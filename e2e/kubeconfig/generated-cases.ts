import { array, constant, constantFrom, dictionary, oneof, record, sample, tuple } from 'fast-check'
import { stringify } from 'yaml'
import { differenceOf, PLAIN, TLS } from './build-case.ts'
import type { Difference, KubeconfigCase } from './kubeconfig-case.ts'

const SEED = 41
const CASES = 150

const none = {}
const server = oneof(
  { weight: 6, arbitrary: constant({ server: TLS }) },
  {
    weight: 1,
    arbitrary: constantFrom({ server: `${TLS}/p` }, { server: 'https://localhost:@port@/p/q/' }),
  },
  { weight: 2, arbitrary: constantFrom({ server: PLAIN }, { server: '127.0.0.1:@plainPort@' }) },
)
const authority = oneof(
  {
    weight: 5,
    arbitrary: constantFrom(
      { 'certificate-authority-data': '@ca@' },
      { 'certificate-authority': 'pki/ca.crt' },
    ),
  },
  {
    weight: 1,
    arbitrary: constantFrom(
      none,
      { 'certificate-authority-data': '@otherCa@' },
      { 'certificate-authority': 'gone' },
    ),
  },
)
const tls = oneof(
  { weight: 6, arbitrary: constant(none) },
  {
    weight: 2,
    arbitrary: constantFrom(
      { 'tls-server-name': 'other.example.test' },
      { 'insecure-skip-tls-verify': false },
    ),
  },
  {
    weight: 1,
    arbitrary: constantFrom(
      { 'tls-server-name': 'wrong.example.test' },
      { 'insecure-skip-tls-verify': true },
    ),
  },
)
const proxy = oneof(
  { weight: 4, arbitrary: constant(none) },
  {
    weight: 1,
    arbitrary: constantFrom(
      { 'proxy-url': 'http://127.0.0.1:@httpProxyPort@' },
      { 'proxy-url': 'https://127.0.0.1:@httpsProxyPort@' },
      { 'proxy-url': 'socks5://127.0.0.1:@socksPort@' },
    ),
  },
)
const bearer = constantFrom(
  none,
  { token: 'generated' },
  { tokenFile: 'token-newline' },
  { token: 'generated', tokenFile: 'token' },
)
const basic = oneof(
  { weight: 5, arbitrary: constant(none) },
  { weight: 1, arbitrary: constantFrom({ username: 'u', password: 'p' }, { username: 'u' }) },
)
const certificate = oneof(
  { weight: 4, arbitrary: constant(none) },
  {
    weight: 3,
    arbitrary: constantFrom(
      { 'client-certificate-data': '@certA@', 'client-key-data': '@keyA@' },
      { 'client-certificate': 'pki/b.crt', 'client-key': 'pki/b.key' },
      { 'client-certificate': 'pki/b.crt', 'client-key-data': '@keyB@' },
    ),
  },
  {
    weight: 1,
    arbitrary: constantFrom(
      { 'client-certificate': 'pki/a.crt' },
      { 'client-key': 'pki/a.key' },
      { 'client-certificate': 'pki/a.crt', 'client-key': 'pki/b.key' },
    ),
  },
)
const acting = oneof(
  { weight: 4, arbitrary: constant(none) },
  {
    weight: 2,
    arbitrary: record({
      as: constantFrom('dev', 'system:serviceaccount:shop:web'),
      'as-groups': array(constantFrom('a', 'b c', 'system:masters'), { maxLength: 3 }),
      'as-uid': constantFrom('', '7'),
      'as-user-extra': dictionary(
        constantFrom('reason', 'example.com/x', 'A b'),
        array(constantFrom('1', 'two words'), { maxLength: 2 }),
        { maxKeys: 2 },
      ),
    }),
  },
  { weight: 1, arbitrary: constantFrom({ 'as-groups': ['a'] }, { 'as-uid': '7' }) },
)
const cluster = tuple(server, authority, tls, proxy).map((parts) => Object.assign({}, ...parts) as object)
const user = tuple(bearer, basic, certificate, acting).map((parts) => Object.assign({}, ...parts) as object)
const layout = constantFrom('one file', 'one file', 'JSON', 'flow', 'three files', 'shadowed')

/** Returns kubeconfigs of random combinations of fields and files, the same ones each time. */
export function generatedCases(seed = SEED, count = CASES): KubeconfigCase[] {
  return sample(tuple(cluster, user, layout), { seed, numRuns: count }).map(([c, u, form], index) => {
    const files = filesOf(c, u, form)
    const base = { name: `generated ${index}`, files, kubeconfig: Object.keys(files), context: 'x' }
    return { ...base, ...differenceOf(differenceIn(c, u)) }
  })
}

function filesOf(c: object, u: object, form: string): Record<string, string> {
  const clusters = { clusters: [{ name: 'c', cluster: c }] }
  const users = { users: [{ name: 'u', user: u }] }
  const contexts = { contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }] }
  const all = { ...clusters, ...users, ...contexts }
  const yaml = (value: object): string => stringify(value, { version: '1.1' })
  switch (form) {
    case 'JSON':
      return { config: JSON.stringify(all) }
    case 'flow':
      return { config: stringify(all, { version: '1.1', collectionStyle: 'flow' }) }
    case 'three files':
      return { a: yaml(contexts), b: yaml(users), c: yaml(clusters) }
    case 'shadowed':
      return { a: yaml(all), b: yaml({ ...contexts, users: [{ name: 'u', user: { token: 'shadowed' } }] }) }
    default:
      return { config: yaml(all) }
  }
}

/** Returns the difference from kubectl that a combination of fields has. */
function differenceIn(c: object, u: object): Difference | undefined {
  const text = (key: string): string => String(Reflect.get(c, key))
  const isSecure = text('server').startsWith('https:')
  if (!isSecure) return text('certificate-authority') === 'gone' ? 'unusedFile' : undefined
  const hasCertificate = 'client-certificate' in u || 'client-certificate-data' in u
  if (hasCertificate) return text('proxy-url').startsWith('https:') ? 'proxyCertificate' : undefined
  const methods = ['token', 'tokenFile', 'username', 'client-key']
  return methods.some((method) => method in u) ? undefined : 'anonymous'
}
