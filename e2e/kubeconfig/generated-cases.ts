import fc from 'fast-check'
import { stringify } from 'yaml'
import { differenceOf, PLAIN, TLS } from './build-case.ts'
import type { Difference, KubeconfigCase } from './cases.ts'

const SEED = 41
const CASES = 150

const none = {}
const server = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ server: TLS }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ server: `${TLS}/p` }, { server: 'https://localhost:@port@/p/q/' }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ server: PLAIN }, { server: '127.0.0.1:@plainPort@' }) },
)
const authority = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      { 'certificate-authority-data': '@ca@' },
      { 'certificate-authority': 'pki/ca.crt' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      none,
      { 'certificate-authority-data': '@otherCa@' },
      { 'certificate-authority': 'gone' },
    ),
  },
)
const tls = fc.oneof(
  { weight: 6, arbitrary: fc.constant(none) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { 'tls-server-name': 'other.example.test' },
      { 'insecure-skip-tls-verify': false },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { 'tls-server-name': 'wrong.example.test' },
      { 'insecure-skip-tls-verify': true },
    ),
  },
)
const proxy = fc.oneof(
  { weight: 4, arbitrary: fc.constant(none) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { 'proxy-url': 'http://127.0.0.1:@httpProxyPort@' },
      { 'proxy-url': 'https://127.0.0.1:@httpsProxyPort@' },
      { 'proxy-url': 'socks5://127.0.0.1:@socksPort@' },
    ),
  },
)
const bearer = fc.constantFrom(
  none,
  { token: 'generated' },
  { tokenFile: 'token-newline' },
  { token: 'generated', tokenFile: 'token' },
)
const basic = fc.oneof(
  { weight: 5, arbitrary: fc.constant(none) },
  { weight: 1, arbitrary: fc.constantFrom({ username: 'u', password: 'p' }, { username: 'u' }) },
)
const certificate = fc.oneof(
  { weight: 4, arbitrary: fc.constant(none) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { 'client-certificate-data': '@certA@', 'client-key-data': '@keyA@' },
      { 'client-certificate': 'pki/b.crt', 'client-key': 'pki/b.key' },
      { 'client-certificate': 'pki/b.crt', 'client-key-data': '@keyB@' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { 'client-certificate': 'pki/a.crt' },
      { 'client-key': 'pki/a.key' },
      { 'client-certificate': 'pki/a.crt', 'client-key': 'pki/b.key' },
    ),
  },
)
const acting = fc.oneof(
  { weight: 4, arbitrary: fc.constant(none) },
  {
    weight: 2,
    arbitrary: fc.record({
      as: fc.constantFrom('dev', 'system:serviceaccount:shop:web'),
      'as-groups': fc.array(fc.constantFrom('a', 'b c', 'system:masters'), { maxLength: 3 }),
      'as-uid': fc.constantFrom('', '7'),
      'as-user-extra': fc.dictionary(
        fc.constantFrom('reason', 'example.com/x', 'A b'),
        fc.array(fc.constantFrom('1', 'two words'), { maxLength: 2 }),
        { maxKeys: 2 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ 'as-groups': ['a'] }, { 'as-uid': '7' }) },
)
const cluster = fc.tuple(server, authority, tls, proxy).map((parts) => Object.assign({}, ...parts) as object)
const user = fc
  .tuple(bearer, basic, certificate, acting)
  .map((parts) => Object.assign({}, ...parts) as object)
const layout = fc.constantFrom('one file', 'one file', 'JSON', 'flow', 'three files', 'shadowed')

/** Returns kubeconfigs of random combinations of fields and files, the same ones each time. */
export function generatedCases(): KubeconfigCase[] {
  return fc
    .sample(fc.tuple(cluster, user, layout), { seed: SEED, numRuns: CASES })
    .map(([c, u, form], index) => {
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
