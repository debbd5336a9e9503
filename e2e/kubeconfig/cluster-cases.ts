import { oneFile, ofClusters, PLAIN, single, TLS, trusted, withToken } from './build-case.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'

const ca = { 'certificate-authority-data': '@ca@' }
const PROXY = 'http://127.0.0.1:@httpProxyPort@'
const HTTPS_PROXY = 'https://127.0.0.1:@httpsProxyPort@'
const SOCKS = 'socks5://127.0.0.1:@socksPort@'

export function clusterCases(): KubeconfigCase[] {
  return [...servers(), ...trust()]
}

function servers(): KubeconfigCase[] {
  return ofClusters(
    'server',
    {
      'with a path': { server: `${TLS}/k8s/clusters/c-1`, ...ca },
      'with a path and a slash': { server: `${TLS}/k8s/clusters/c-1/`, ...ca },
      'with a path and double slashes': { server: `${TLS}//k8s//c/`, ...ca },
      'with dots in the path': { server: `${TLS}/a/../b/./c`, ...ca },
      'with a query': { server: `${TLS}/a?x=y#z`, ...ca },
      'with a query, without a path': { server: `${TLS}?x=y`, ...ca },
      'with a slash': { server: `${TLS}/`, ...ca },
      'with an escaped blank': { server: `${TLS}/a%20b`, ...ca },
      'by name': { server: 'https://localhost:@port@', ...ca },
      'by another name of the certificate': { server: 'https://LOCALHOST:@port@', ...ca },
      'with an upper-case scheme': { server: 'HTTPS://127.0.0.1:@port@', ...ca },
      'by 0.0.0.0': { server: 'https://0.0.0.0:@port@', ...ca },
      'without a scheme': { server: '127.0.0.1:@plainPort@' },
      'without a scheme, by name': { server: 'localhost:@plainPort@' },
      'without a scheme, with a CA': { server: '127.0.0.1:@port@', ...ca },
      'without a scheme, with a path': { server: '127.0.0.1:@plainPort@/a' },
      'without a scheme, with a slash': { server: '127.0.0.1:@plainPort@/' },
      'of another scheme': { server: 'ftp://127.0.0.1:@port@' },
      'of a Unix socket': { server: 'unix:///var/run/x' },
      'with blanks': { server: ` ${TLS} `, ...ca },
      'with a backslash': { server: 'https://127.0.0.1\\@example.com:@port@', ...ca },
      'with credentials': { server: 'https://in:url@127.0.0.1:@port@', ...ca },
      'with a user name': { server: 'https://in@127.0.0.1:@port@', ...ca },
      'without TLS, with credentials': { server: 'http://in:url@127.0.0.1:@plainPort@' },
      'without TLS': { server: PLAIN },
      'without TLS, with a CA': { server: PLAIN, ...ca },
      'without TLS, with a missing CA file': { server: PLAIN, 'certificate-authority': 'gone' },
      'without TLS, with a path': { server: `${PLAIN}/a/b` },
      null: { server: null },
      'a number': { server: 8080 },
    },
    { 'without TLS, with credentials': 'userInfo', 'without TLS, with a missing CA file': 'unusedFile' },
  )
}

function trust(): KubeconfigCase[] {
  return ofClusters('trust', {
    'CA as data': trusted,
    'CA in a file': { server: TLS, 'certificate-authority': 'pki/ca.crt' },
    'CA in an absolute file': { server: TLS, 'certificate-authority': '@folder@/pki/ca.crt' },
    'CA as data and in a file': { ...trusted, 'certificate-authority': 'pki/ca.crt' },
    'another CA': { server: TLS, 'certificate-authority-data': '@otherCa@' },
    'CA file that is missing': { server: TLS, 'certificate-authority': 'gone' },
    'CA of garbage': { server: TLS, 'certificate-authority': 'pki/garbage' },
    'CA that is the certificate of the server': { server: TLS, 'certificate-authority': 'pki/server.crt' },
    'no CA': { server: TLS },
    insecure: { server: TLS, 'insecure-skip-tls-verify': true },
    'insecure as text': { server: TLS, 'insecure-skip-tls-verify': 'true' },
    'insecure and a CA': { ...trusted, 'insecure-skip-tls-verify': true },
    'insecure false and a CA': { ...trusted, 'insecure-skip-tls-verify': false },
    'insecure and an empty CA': {
      server: TLS,
      'insecure-skip-tls-verify': true,
      'certificate-authority-data': '',
    },
    'server name': { ...trusted, 'tls-server-name': 'other.example.test' },
    'server name that is not in the certificate': { ...trusted, 'tls-server-name': 'wrong.example.test' },
    'server name that is not in the certificate, insecure': {
      server: TLS,
      'insecure-skip-tls-verify': true,
      'tls-server-name': 'wrong.example.test',
    },
    'server name by which the name of the host is corrected': {
      server: 'https://localhost:@port@',
      ...ca,
      'tls-server-name': 'api.example.test',
    },
    'disable-compression': { ...trusted, 'disable-compression': true },
    extensions: { ...trusted, extensions: [{ name: 'e', extension: { provider: 'x', n: 1 } }] },
    'extension twice': {
      ...trusted,
      extensions: [
        { name: 'e', extension: {} },
        { name: 'e', extension: {} },
      ],
    },
    'unknown fields': { ...trusted, more: { x: 1 } },
  })
}

export function proxyCases(): KubeconfigCase[] {
  const named = { server: 'https://api.example.test:@port@', ...ca }
  const namedPlain = { server: 'http://api.example.test:@plainPort@' }
  const anywhere = { server: 'https://0.0.0.0:@port@', ...ca }
  const clientCertificate = { 'client-certificate-data': '@certA@', 'client-key-data': '@keyA@' }
  return [
    ...ofClusters('proxy', {
      http: { ...named, 'proxy-url': PROXY },
      'http, loopback': { ...trusted, 'proxy-url': PROXY },
      'http, with credentials': { ...named, 'proxy-url': 'http://me:s%40crt@127.0.0.1:@httpProxyPort@' },
      'http, with a user name': { ...named, 'proxy-url': 'http://me@127.0.0.1:@httpProxyPort@' },
      'http, server without TLS': { ...namedPlain, 'proxy-url': PROXY },
      'http, server name': { ...named, 'proxy-url': PROXY, 'tls-server-name': 'other.example.test' },
      'http, insecure': {
        server: 'https://wrong.example.test:@port@',
        'insecure-skip-tls-verify': true,
        'proxy-url': PROXY,
      },
      'http, with a path': { ...named, server: `${named.server}/a`, 'proxy-url': PROXY },
      'http, another CA': { ...named, 'certificate-authority-data': '@otherCa@', 'proxy-url': PROXY },
      https: { ...named, 'proxy-url': HTTPS_PROXY },
      'https, server without TLS': { ...namedPlain, 'proxy-url': HTTPS_PROXY },
      socks5: { ...named, 'proxy-url': SOCKS },
      'socks5, loopback': { ...trusted, 'proxy-url': SOCKS },
      'socks5, server name': { ...named, 'proxy-url': SOCKS, 'tls-server-name': 'other.example.test' },
      'socks5, with credentials': { ...named, 'proxy-url': 'socks5://me:secret@127.0.0.1:@socksPort@' },
      'socks5, server without TLS': { ...namedPlain, 'proxy-url': SOCKS },
      socks5h: { ...named, 'proxy-url': 'socks5h://127.0.0.1:@socksPort@' },
      socks4: { ...named, 'proxy-url': 'socks4://127.0.0.1:@socksPort@' },
      'without a scheme': { ...trusted, 'proxy-url': '127.0.0.1:@httpProxyPort@' },
      'without a scheme, by name': { ...trusted, 'proxy-url': 'localhost:@httpProxyPort@' },
      'that is not there': { ...trusted, 'proxy-url': 'http://127.0.0.1:1' },
      empty: { ...trusted, 'proxy-url': '' },
    }),
    oneFile('proxy: http, client certificate', single({ ...named, 'proxy-url': PROXY }, clientCertificate)),
    oneFile(
      'proxy: https, client certificate',
      single({ ...named, 'proxy-url': HTTPS_PROXY }, clientCertificate),
      { difference: 'proxyCertificate' },
    ),
    oneFile('proxy: socks5, client certificate', single({ ...named, 'proxy-url': SOCKS }, clientCertificate)),
    ...environments({
      HTTPS_PROXY: [named, { HTTPS_PROXY: PROXY }],
      https_proxy: [named, { https_proxy: PROXY }],
      'HTTPS_PROXY before https_proxy': [named, { HTTPS_PROXY: PROXY, https_proxy: 'http://127.0.0.1:1' }],
      'HTTPS_PROXY, empty https_proxy': [named, { https_proxy: '', HTTPS_PROXY: PROXY }],
      'HTTPS_PROXY without a scheme': [named, { HTTPS_PROXY: '127.0.0.1:@httpProxyPort@' }],
      'HTTPS_PROXY without a scheme, by name': [named, { HTTPS_PROXY: 'localhost:@httpProxyPort@' }],
      'HTTPS_PROXY of https': [named, { HTTPS_PROXY }],
      'HTTPS_PROXY of socks5': [named, { HTTPS_PROXY: SOCKS }],
      'HTTPS_PROXY of socks5h': [named, { HTTPS_PROXY: 'socks5h://127.0.0.1:@socksPort@' }],
      'HTTPS_PROXY for loopback': [trusted, { HTTPS_PROXY: PROXY }],
      'HTTPS_PROXY for localhost': [{ server: 'https://localhost:@port@', ...ca }, { HTTPS_PROXY: PROXY }],
      'HTTPS_PROXY for 0.0.0.0': [anywhere, { HTTPS_PROXY: PROXY }],
      'HTTPS_PROXY for a server without TLS': [
        { server: 'http://0.0.0.0:@plainPort@' },
        { HTTPS_PROXY: PROXY },
      ],
      'HTTP_PROXY for a server without TLS': [namedPlain, { HTTP_PROXY: PROXY }],
      'HTTP_PROXY for a server with TLS': [anywhere, { HTTP_PROXY: PROXY }],
      ALL_PROXY: [anywhere, { ALL_PROXY: PROXY }],
      'proxy-url before HTTPS_PROXY': [{ ...named, 'proxy-url': SOCKS }, { HTTPS_PROXY: PROXY }],
      'proxy-url in spite of NO_PROXY': [{ ...named, 'proxy-url': PROXY }, { NO_PROXY: '*' }],
      'NO_PROXY of an address': [anywhere, { HTTPS_PROXY: PROXY, NO_PROXY: '0.0.0.0' }],
      'no_proxy of an address': [anywhere, { HTTPS_PROXY: PROXY, no_proxy: '10.0.0.1, 0.0.0.0' }],
      'NO_PROXY of an address and port': [anywhere, { HTTPS_PROXY: PROXY, NO_PROXY: '0.0.0.0:@port@' }],
      'NO_PROXY of an address and another port': [anywhere, { HTTPS_PROXY: PROXY, NO_PROXY: '0.0.0.0:1' }],
      'NO_PROXY of a network': [anywhere, { HTTPS_PROXY: PROXY, NO_PROXY: '0.0.0.0/8' }],
      'NO_PROXY of another network': [anywhere, { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/8' }],
      'NO_PROXY of all': [anywhere, { HTTPS_PROXY: PROXY, NO_PROXY: 'x,*' }],
      'NO_PROXY of another domain': [
        named,
        { HTTPS_PROXY: PROXY, NO_PROXY: 'pi.example.test,.api.example.test,example' },
      ],
      'NO_PROXY of a domain and another port': [named, { HTTPS_PROXY: PROXY, NO_PROXY: 'example.test:1' }],
    }),
  ]
}

function environments(
  cases: Readonly<Record<string, readonly [object, Record<string, string>]>>,
): KubeconfigCase[] {
  return Object.entries(cases).map(([title, [cluster, env]]) =>
    oneFile(`environment: ${title}`, single(cluster, withToken), { env }),
  )
}
