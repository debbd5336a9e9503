import { oneFile, PLAIN, single, TLS, trusted, withToken } from './build-case.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'

const GOOD_CLUSTER = `- {name: c, cluster: {server: "${TLS}", certificate-authority-data: "@ca@"}}`
const GOOD_USER = '- {name: u, user: {token: of-user}}'
const GOOD_CONTEXT = '- {name: x, context: {cluster: c, user: u}}'
const CLUSTERS = `clusters:\n${GOOD_CLUSTER}\n`
const USERS = `users:\n${GOOD_USER}\n`
const CONTEXTS = `contexts:\n${GOOD_CONTEXT}\n`
const GOOD = CLUSTERS + USERS + CONTEXTS

export function fileCases(): KubeconfigCase[] {
  return [...merging(), ...badEntries(), ...anonymousContexts()]
}

function merging(): KubeconfigCase[] {
  const several = (
    name: string,
    files: Record<string, string>,
    more: Partial<KubeconfigCase> = {},
  ): KubeconfigCase => ({
    name: `files: ${name}`,
    files,
    kubeconfig: Object.keys(files),
    context: 'x',
    ...more,
  })
  const other = 'clusters:\n- {name: c, cluster: {server: "https://127.0.0.1:1"}}\n'
  return [
    several('users, then clusters and contexts', { prefs: USERS, customer: CLUSTERS + CONTEXTS }),
    several('clusters, users and contexts apart', { a: CLUSTERS, b: USERS, c: CONTEXTS }),
    several('contexts before what they name', { a: CONTEXTS, b: USERS, c: CLUSTERS }),
    several(
      'current context in a file of its own',
      { a: 'current-context: x\n', b: GOOD },
      { context: undefined as never },
    ),
    several(
      'first current context',
      { a: `current-context: x\n${GOOD}`, b: 'current-context: gone\n' },
      { context: undefined as never },
    ),
    several('first cluster', { a: GOOD, b: other }),
    several('first cluster, though broken', { a: other, b: GOOD }),
    several('first user', { a: 'users:\n- {name: u, user: {token: first}}\n', b: GOOD }),
    several('first user, not completed by the second', {
      a: 'users:\n- {name: u, user: {as: dev, token: t}}\n',
      b: 'users:\n- {name: u, user: {as-groups: [a]}}\n',
      c: CLUSTERS + CONTEXTS,
    }),
    several('first context', {
      a: 'contexts:\n- {name: x, context: {cluster: c, user: v}}\n',
      b: GOOD,
      c: 'users:\n- {name: v, user: {token: of-v}}\n',
    }),
    several('paths beside their own file', {
      'one/config': 'users:\n- {name: u, user: {tokenFile: ../token}}\n',
      'two/three/config': `clusters:\n- {name: c, cluster: {server: "${TLS}", certificate-authority: ../../pki/ca.crt}}\n${CONTEXTS}`,
    }),
    several('an empty one first', { a: '', b: GOOD }),
    several('blank lines first', { a: '\n\n', b: GOOD }),
    several('a comment first', { a: '# nothing yet\n', b: GOOD }),
    several('an object first', { a: '{}', b: GOOD }),
    several('null first', { a: 'null', b: GOOD }),
    several('a document mark first', { a: '---\n', b: GOOD }),
    several('lists that are null', { a: 'clusters: null\nusers: ~\ncontexts:\n', b: GOOD }),
    several('apiVersion alone', { a: 'apiVersion: v1\nkind: Config\npreferences: {}\n', b: GOOD }),
    several('a broken one', { a: GOOD, b: 'clusters: [' }),
    several('a text', { a: GOOD, b: 'text' }),
    several('a list', { a: GOOD, b: '[]' }),
    several('clusters that are a text', { a: GOOD, b: 'clusters: text\n' }),
    several('the same twice', { a: GOOD }, { kubeconfig: ['a', 'a'] }),
    several('a missing one', { a: GOOD }, { kubeconfig: ['gone', 'a', 'gone/too'] }),
    several('a folder', { a: GOOD }, { kubeconfig: ['a', 'pki'] }),
    several('another apiVersion', { a: `apiVersion: v2\n${GOOD}` }),
    several('another kind', { a: `kind: Pod\napiVersion: v1\n${GOOD}` }),
    several('kind without apiVersion', { a: `kind: Config\n${GOOD}` }),
    several('apiVersion without kind', { a: `apiVersion: v1\n${GOOD}` }),
    several('a context that does not exist', { a: GOOD }, { context: 'gone' }),
  ]
}

function badEntries(): KubeconfigCase[] {
  const beside = (
    name: string,
    entries: { clusters?: string; users?: string; contexts?: string },
    more: Partial<KubeconfigCase> = {},
  ): KubeconfigCase =>
    oneFile(
      `bad entry: ${name}`,
      `clusters:\n${GOOD_CLUSTER}\n${entries.clusters ?? ''}\nusers:\n${GOOD_USER}\n${entries.users ?? ''}\ncontexts:\n${GOOD_CONTEXT}\n${entries.contexts ?? ''}\n`,
      more,
    )
  const entry = { difference: 'entry' } as const
  return [
    beside('cluster without server', { clusters: '- {name: d, cluster: {}}' }),
    beside('cluster null', { clusters: '- {name: d, cluster: null}' }),
    beside('cluster that is a text', { clusters: "- {name: d, cluster: ''}" }, entry),
    beside('cluster without a name', { clusters: '- {cluster: {server: "https://x"}}' }),
    beside('cluster of nothing', { clusters: '- null' }),
    beside('cluster that is a number', { clusters: '- 7' }, entry),
    beside('cluster with a bad server', { clusters: '- {name: d, cluster: {server: "unix:///x"}}' }),
    beside('cluster with a number', { clusters: '- {name: d, cluster: {server: 5}}' }, entry),
    beside('cluster twice', { clusters: '- {name: d, cluster: {}}\n- {name: d, cluster: {}}' }, entry),
    beside('context null', { contexts: '- {name: y1, context: null}' }),
    beside('context with an empty cluster', { contexts: '- {name: y1, context: {cluster: "", user: u}}' }),
    beside('context of unknown names', { contexts: '- {name: y1, context: {cluster: gone, user: gone}}' }),
    beside('context without a name', { contexts: '- {context: {cluster: c, user: u}}' }),
    beside('context that is a list', { contexts: '- {name: y1, context: []}' }, entry),
    beside('context twice', { contexts: '- {name: y1, context: {}}\n- {name: y1, context: {}}' }, entry),
    beside('user without a name', { users: '- {user: {token: other}}' }),
    beside('user null', { users: '- {name: v, user: null}' }),
    beside('user with a number', { users: '- {name: v, user: {token: 5}}' }, entry),
    beside('user that is not base64', { users: '- {name: v, user: {client-key-data: "-"}}' }, entry),
    beside('user with two methods', { users: '- {name: v, user: {token: t, username: u}}' }),
    beside('user twice', { users: '- {name: v, user: {}}\n- {name: v, user: {}}' }, entry),
    beside('the cluster itself twice', { clusters: GOOD_CLUSTER }),
    beside('the user itself twice', { users: GOOD_USER }),
    beside('the context itself twice', { contexts: GOOD_CONTEXT }),
    beside('a bad context is used', { contexts: '- {name: y1, context: null}' }, { context: 'y1' }),
    beside(
      'a context of an unknown user is used',
      { contexts: '- {name: y1, context: {cluster: c, user: gone}}' },
      { context: 'y1' },
    ),
    beside(
      'a context of an unknown cluster is used',
      { contexts: '- {name: y1, context: {cluster: gone, user: u}}' },
      { context: 'y1' },
    ),
    beside(
      'a context with a namespace',
      { contexts: '- {name: y1, context: {cluster: c, user: u, namespace: shop}}' },
      { context: 'y1' },
    ),
    beside(
      'a context with a bad namespace',
      { contexts: '- {name: y1, context: {cluster: c, user: u, namespace: "Shop/.."}}' },
      { context: 'y1' },
    ),
    beside(
      'a cluster without a name is used',
      { clusters: `- {cluster: {server: "${PLAIN}/unnamed"}}`, contexts: '- {name: y1, context: {user: u}}' },
      { context: 'y1' },
    ),
    beside(
      'a user without a name is used',
      { users: '- {user: {token: unnamed}}', contexts: '- {name: y1, context: {cluster: c}}' },
      { context: 'y1' },
    ),
  ]
}

function anonymousContexts(): KubeconfigCase[] {
  const contexts = {
    'without a user': '{cluster: c}',
    'with an empty user': '{cluster: c, user: ""}',
    'with the user null': '{cluster: c, user: null}',
    'with an unknown user': '{cluster: c, user: gone}',
  }
  return Object.entries(contexts).flatMap(([title, context]) => {
    const file = (server: string): string =>
      `current-context: x\nclusters:\n- {name: c, cluster: {server: "${server}", certificate-authority-data: "@ca@"}}\ncontexts:\n- {name: x, context: ${context}}\n`
    const difference = title === 'with an unknown user' ? {} : ({ difference: 'anonymous' } as const)
    return [
      oneFile(`anonymous: ${title}`, file(TLS), difference),
      oneFile(`anonymous: ${title}, without TLS`, file(PLAIN)),
    ]
  })
}

export function yamlCases(): KubeconfigCase[] {
  const user = (text: string): string => `${CLUSTERS}${CONTEXTS}users:\n- name: u\n  user: ${text}\n`
  const cluster = (text: string): string => `${USERS}${CONTEXTS}clusters:\n- name: c\n  cluster: ${text}\n`
  const indented = (value: object): string => JSON.stringify(value, undefined, '\t')
  const json = {
    clusters: [{ name: 'c', cluster: trusted }],
    users: [{ name: 'u', user: withToken }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  }
  const texts: Record<string, string> = {
    'duplicate keys': user('{token: first, token: second}'),
    'duplicate lists': `users: []\n${GOOD}`,
    'duplicate current-context': `current-context: gone\ncurrent-context: x\n${GOOD}`,
    'merge key': `base: &c {server: "${TLS}", certificate-authority-data: "@ca@"}\n${cluster('{<<: *c}')}`,
    'merge key before a key': `base: &c {server: "${TLS}/merged", certificate-authority-data: "@ca@"}\n${cluster(`{<<: *c, server: "${TLS}/own"}`)}`,
    'merge key after a key': `base: &c {server: "${TLS}/merged", certificate-authority-data: "@ca@"}\n${cluster(`{server: "${TLS}/own", <<: *c}`)}`,
    'merge key of a list': `a: &a {server: "${TLS}/a"}\nb: &b {server: "${TLS}/b", certificate-authority-data: "@ca@"}\n${cluster('{<<: [*a, *b]}')}`,
    'merge key of a text': user('{<<: text, token: t}'),
    alias: `base: &t of-alias\n${user('{token: *t}')}`,
    'unknown alias': user('{token: *gone}'),
    'anchors used twice': `a: &t first\nb: &t second\n${user('{token: *t}')}`,
    'yes as a flag': cluster(`{server: "${TLS}", insecure-skip-tls-verify: yes}`),
    'On as a flag': cluster(`{server: "${TLS}", insecure-skip-tls-verify: On}`),
    'no as a token': user('{token: no}'),
    'y as a token': user('{token: y}'),
    'quoted yes as a token': user('{token: "yes"}'),
    'a number as a token': user('{token: 1e5}'),
    'an octal number as a token': user('{token: 0123}'),
    'a number with underscores as a token': user('{token: 1_000}'),
    'base 60 as a token': user('{token: 1:30}'),
    'a date as a token': user('{token: 2024-01-01}'),
    'a version as a token': user('{token: 1.2.3}'),
    'a tagged number as a token': user('{token: !!str 123}'),
    'an unknown tag': user('{token: !secret abc}'),
    'a binary tag': user('{token: !!binary b2YtYmluYXJ5}'),
    'a number out of range': user('{token: 1e1000}'),
    'text with the tag of a number': user('{token: !!int a}'),
    'a binary tag that is not base64': user('{token: !!binary "!"}'),
    'null in words': user('{token: Null, tokenFile: token}'),
    'a tilde': user('{token: ~, tokenFile: token}'),
    'a literal block': user('\n    token: |\n      abc'),
    'a literal block, stripped': user('\n    token: |-\n      abc'),
    'a folded block, stripped': user('\n    token: >-\n      abc\n      def'),
    'a single-quoted text': user("{token: 'it''s'}"),
    escapes: user('{token: "\\x61\\u0062c"}'),
    'plain text over two lines': user('\n    token: abc\n      def'),
    'extras of other keys': user('{token: t, as: dev, as-user-extra: {yes: [a], 1: [b]}}'),
    JSON: JSON.stringify(json),
    'JSON with tabs': indented(json),
    'JSON with a comma too many': JSON.stringify(json).replace(/\}$/, ',}'),
    'upper-case keys': GOOD.replace('clusters:', 'Clusters:'),
    'Windows line ends': GOOD.replaceAll('\n', '\r\n'),
    'a byte order mark': `\ufeff${GOOD}`,
    'a directive': `%YAML 1.1\n---\n${GOOD}`,
    'a directive of 1.2': `%YAML 1.2\n---\n${GOOD}`,
    'two documents': `${GOOD}---\nclusters: []\n`,
    'two documents, the second broken': `${GOOD}---\nclusters: [\n`,
    'an end mark': `---\n${GOOD}...\n`,
    'a tab as indentation': `${CLUSTERS}${CONTEXTS}users:\n\t- {name: u}\n`,
    'a tab before a comment': GOOD.replace('users:', 'users:\t# tab'),
    'a tab after a colon': user('{token:\tabc}'),
    'lists that are indented': GOOD.replaceAll('\n-', '\n  -'),
    'a control character': user('{token: "a\u0007"}'),
    'a comment after a value': user('{token: abc} # comment'),
    'a hash in a token': user('{token: a#b}'),
    'a colon in a plain token': user('\n    token: a:b'),
    'an unclosed quote': user('{token: "abc}'),
    'unclosed brackets': user('{token: abc'),
    'a percent sign': user('{token: %abc}'),
    'an at sign': user('{token: @abc}'),
    'a complex key': `? {a: b}\n: c\n${GOOD}`,
    'a null key': `~: c\n${GOOD}`,
    'a number as a key': `1: c\n${GOOD}`,
    'an unknown key': `more: {x: 1}\n${GOOD}`,
    'preferences that are a text': `preferences: text\n${GOOD}`,
    'preferences with colors': `preferences: {colors: true}\n${GOOD}`,
    'numbers as names': GOOD.replaceAll('name: c', 'name: 1').replaceAll('cluster: c', 'cluster: 1'),
    'quoted numbers as names': GOOD.replaceAll('name: c', 'name: "1"').replaceAll(
      'cluster: c',
      'cluster: "1"',
    ),
    'a deep alias': `a: &a {server: "${TLS}", certificate-authority-data: "@ca@"}\nb: &b {c: *a}\n${cluster('*a')}`,
    'a base64 text over several lines': cluster(
      `\n    server: "${TLS}"\n    certificate-authority-data: |\n      @ca@`,
    ),
    'an empty context name': single(trusted, withToken).replace('current-context: x', 'current-context: ""'),
  }
  return Object.entries(texts).map(([title, content]) => oneFile(`YAML: ${title}`, content))
}
