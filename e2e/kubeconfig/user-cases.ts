import { oneFile, ofUsers, PLAIN, single, trusted, withToken } from './build-case.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'

const certificate = { 'client-certificate-data': '@certA@', 'client-key-data': '@keyA@' }
const files = { 'client-certificate': 'pki/a.crt', 'client-key': 'pki/a.key' }
const plugin = { apiVersion: 'client.authentication.k8s.io/v1', command: 'plugin', interactiveMode: 'Never' }

export function userCases(): KubeconfigCase[] {
  return [...credentials(), ...combinations(), ...plugins(), ...overPlainHttp()]
}

function credentials(): KubeconfigCase[] {
  return ofUsers(
    'user',
    {
      token: withToken,
      'token with a colon': { token: 'kubeconfig-user-x:y' },
      'token that is not ASCII': { token: 'tökén' },
      'token with a newline': { token: 'a\n' },
      'token with blanks': { token: ' a b ' },
      'empty token': { token: '' },
      'token null': { token: null },
      'token that is a number': { token: 12345 },
      tokenFile: { tokenFile: 'token' },
      'tokenFile, absolute': { tokenFile: '@folder@/token' },
      'tokenFile with a newline': { tokenFile: 'token-newline' },
      'tokenFile with an odd path': { tokenFile: './pki/../token' },
      'tokenFile that is missing': { tokenFile: 'gone' },
      'tokenFile that is empty': { tokenFile: 'token-empty' },
      'tokenFile that is a folder': { tokenFile: 'pki' },
      'token and tokenFile': { token: 'of-user', tokenFile: 'token' },
      'token and a missing tokenFile': { token: 'of-user', tokenFile: 'gone' },
      'token and an empty tokenFile': { token: 'of-user', tokenFile: 'token-empty' },
      password: { username: 'u', password: 'p' },
      'password with a colon and é': { username: 'u', password: 'p:é' },
      'username alone': { username: 'u' },
      'password alone': { password: 'p' },
      certificate: certificate,
      'certificate in files': files,
      'certificate in absolute files': {
        'client-certificate': '@folder@/pki/a.crt',
        'client-key': '@folder@/pki/a.key',
      },
      'certificate in a file, key as data': {
        'client-certificate': 'pki/a.crt',
        'client-key-data': '@keyA@',
      },
      'certificate as data, key in a file': {
        'client-certificate-data': '@certA@',
        'client-key': 'pki/a.key',
      },
      'certificate and token': { ...certificate, token: 'of-user' },
      'certificate and password': { ...certificate, username: 'u', password: 'p' },
      'unknown fields': { token: 'of-user', tokens: 'x', Token: 'y' },
      nothing: {},
      null: null,
      'a text': 'text',
      'a list': [],
    },
    {
      nothing: 'anonymous',
      null: 'anonymous',
      'empty token': 'anonymous',
      'token null': 'anonymous',
    },
  )
}

function combinations(): KubeconfigCase[] {
  return ofUsers('user, odd', {
    'token and password': { token: 't', username: 'u', password: 'p' },
    'token and username': { token: 't', username: 'u' },
    'tokenFile and password': { tokenFile: 'token', username: 'u', password: 'p' },
    'certificate without key': { 'client-certificate-data': '@certA@' },
    'certificate without key, with token': { 'client-certificate-data': '@certA@', token: 't' },
    'key without certificate': { 'client-key-data': '@keyA@' },
    'key without certificate, with token': { 'client-key-data': '@keyA@', token: 't' },
    'key of another certificate': { 'client-certificate-data': '@certA@', 'client-key-data': '@keyB@' },
    'key of another certificate, in files': { 'client-certificate': 'pki/a.crt', 'client-key': 'pki/b.key' },
    'certificate twice': { ...certificate, 'client-certificate': 'pki/a.crt' },
    'key twice': { ...certificate, 'client-key': 'pki/a.key' },
    'certificate file that is missing': { ...files, 'client-certificate': 'gone' },
    'key file that is missing': { ...files, 'client-key': 'gone' },
    'certificate of garbage': { ...files, 'client-certificate': 'pki/garbage' },
    'certificate that is not base64': { ...certificate, 'client-certificate-data': '-----BEGIN' },
    'certificate with line breaks in its base64': {
      ...certificate,
      'client-certificate-data': '@certA@\n',
    },
  })
}

function plugins(): KubeconfigCase[] {
  return ofUsers('user, plugin', {
    'exec without a command': { exec: { ...plugin, command: '' } },
    'exec without an apiVersion': { exec: { command: 'plugin', interactiveMode: 'Never' } },
    'exec of v1 without interactiveMode': { exec: { apiVersion: plugin.apiVersion, command: 'plugin' } },
    'exec of v1alpha1': { exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'plugin' } },
    'exec of another group': { exec: { ...plugin, apiVersion: 'example.com/v1' } },
    'exec with an unnamed variable': { exec: { ...plugin, env: [{ name: '', value: 'x' }] } },
    'exec with an unknown interactiveMode': { exec: { ...plugin, interactiveMode: 'Sometimes' } },
    'exec and auth-provider': { exec: plugin, 'auth-provider': { name: 'oidc', config: {} } },
    'exec and token': { exec: plugin, token: 'of-user' },
    'exec and tokenFile': { exec: plugin, tokenFile: 'token' },
    'exec whose command is missing': { exec: plugin },
    'auth-provider that is unknown': { 'auth-provider': { name: 'unknown' } },
    'auth-provider gcp': { 'auth-provider': { name: 'gcp', config: {} } },
    'auth-provider gcp and token': { 'auth-provider': { name: 'gcp', config: {} }, token: 'of-user' },
    'auth-provider null': { 'auth-provider': null, token: 'of-user' },
    'exec null': { exec: null, token: 'of-user' },
  })
}

function overPlainHttp(): KubeconfigCase[] {
  const users = {
    token: withToken,
    tokenFile: { tokenFile: 'token' },
    'missing tokenFile': { tokenFile: 'gone' },
    password: { username: 'u', password: 'p' },
    certificate: certificate,
    exec: { exec: plugin },
    'unknown auth-provider': { 'auth-provider': { name: 'unknown' } },
    'token and password': { token: 't', username: 'u' },
    impersonation: { token: 't', as: 'dev', 'as-groups': ['a'] },
    nothing: {},
  }
  return Object.entries(users).map(([title, user]) =>
    oneFile(`plain HTTP: ${title}`, single({ server: PLAIN }, user)),
  )
}

export function impersonationCases(): KubeconfigCase[] {
  const acting = { token: 't', as: 'dev' }
  return [
    ...ofUsers(
      'impersonation',
      {
        user: acting,
        'all fields': {
          ...acting,
          'as-uid': '7',
          'as-groups': ['developers', 'system:authenticated'],
          'as-user-extra': { reason: ['on call'], scopes: ['a', 'b'] },
        },
        uid: { ...acting, 'as-uid': '7' },
        'uid that is a number': { ...acting, 'as-uid': 7 },
        groups: { ...acting, 'as-groups': ['a', 'b', 'a'] },
        'group with a comma': { ...acting, 'as-groups': ['a, b'] },
        'group that is empty': { ...acting, 'as-groups': [''] },
        'group null': { ...acting, 'as-groups': [null] },
        'groups that are a text': { ...acting, 'as-groups': 'a' },
        'no groups': { ...acting, 'as-groups': [] },
        'names that are not ASCII': { token: 't', as: 'Zoë', 'as-groups': ['équipe'] },
        'name with a newline': { token: 't', as: 'a\nb' },
        'extra with odd keys': {
          ...acting,
          'as-user-extra': { 'example.com/Team Name': ['x'], ключ: ['y'], 'a%b': ['z'], UPPER: ['u'] },
        },
        'extra without values': { ...acting, 'as-user-extra': { reason: [] } },
        'extra null': { ...acting, 'as-user-extra': { reason: null } },
        'extra that is a text': { ...acting, 'as-user-extra': { reason: 'x' } },
        'groups without user': { token: 't', 'as-groups': ['a'] },
        'uid without user': { token: 't', 'as-uid': '7' },
        'extra without user': { token: 't', 'as-user-extra': { reason: ['x'] } },
        'empty user': { token: 't', as: '', 'as-groups': ['a'] },
        'with a certificate': { ...certificate, as: 'dev', 'as-groups': ['a'] },
        'with a password': { username: 'u', password: 'p', as: 'dev' },
        'without credentials': { as: 'dev' },
      },
      { 'without credentials': 'anonymous' },
    ),
    oneFile(
      'impersonation: of an anonymous user over HTTP',
      single({ server: PLAIN }, { as: 'dev', 'as-uid': '7' }),
    ),
    oneFile(
      'impersonation: with insecure TLS',
      single({ ...trusted, 'certificate-authority-data': '', 'insecure-skip-tls-verify': true }, acting),
    ),
  ]
}
