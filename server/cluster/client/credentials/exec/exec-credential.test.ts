import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Authority } from '../../../../../e2e/support/certificates.ts'
import { CredentialsError } from '../interface.ts'
import { parseExecCredential } from './exec-credential.ts'

const V1 = 'client.authentication.k8s.io/v1'
const V1BETA1 = 'client.authentication.k8s.io/v1beta1'
const SECRET = 'c2VjcmV0LXRva2VuLW9mLXRoZS1wbHVnaW4tMTIzNDU2Nzg5MA'

describe('the output of a credential plugin', () => {
  let cert: string
  let key: string

  const answer = (status: unknown, changes: object = {}) =>
    JSON.stringify({ apiVersion: V1, kind: 'ExecCredential', status, ...changes })
  const failureOf = (output: string): string => {
    try {
      parseExecCredential('credential plugin "aws"', V1, output)
    } catch (error) {
      expect(error).to.be.instanceOf(CredentialsError)
      return (error as CredentialsError).message
    }
    return ''
  }

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'credential-'))
    const authority = await Authority.create(folder, 'ca')
    ;({ cert, key } = await authority.issue('client'))
    rmSync(folder, { recursive: true })
  })

  it('may name an expiry in any time zone', () => {
    for (const [expirationTimestamp, expected] of [
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
      ['2026-01-01T02:00:00.5+02:00', '2026-01-01T00:00:00.500Z'],
      [null, undefined],
      [undefined, undefined],
    ] as const) {
      const { expiresAt } = parseExecCredential('', V1, answer({ token: 't', expirationTimestamp }))
      expect(expiresAt).to.equal(expected && Date.parse(expected))
    }
  })

  it('may lack its kind, as for kubectl', () => {
    for (const kind of [undefined, null])
      expect(parseExecCredential('', V1, answer({ token: 't' }, { kind })).credential).to.deep.equal({
        authorization: 'Bearer t',
      })
  })

  it('names the fault of a rejected output, without showing what was printed [C13]', () => {
    const pair = { clientCertificateData: cert, clientKeyData: key }
    for (const [output, message] of [
      ['', /did not print an ExecCredential/],
      [`not yaml: [${SECRET}`, /did not print an ExecCredential/],
      [`Logged in, token ${SECRET}`, /did not print an ExecCredential/],
      [answer({ token: SECRET }, { kind: 'Secret' }), /did not print an ExecCredential/],
      [
        answer({ token: SECRET }, { apiVersion: V1BETA1 }),
        /configured for client\.authentication\.k8s\.io\/v1,/,
      ],
      [answer({ token: SECRET }, { apiVersion: undefined }), /of another apiVersion/],
      [answer(undefined), /printed no status/],
      [answer({}), /printed neither a token nor a client certificate/],
      [answer({ token: { of: SECRET } }), /status\.token is not a string/],
      [answer({ token: `${SECRET}\n` }), /status\.token contains blanks/],
      [answer({ clientKeyData: key }), /only one of clientCertificateData and clientKeyData/],
      [answer({ ...pair, clientKeyData: SECRET }), /the client key must contain a private key/],
      [answer({ token: SECRET, expirationTimestamp: 'soon' }), /expirationTimestamp is not a time/],
      ...[
        '',
        '2026-01-01',
        '2026-02-30T00:00:00Z',
        '2026-01-01T24:00:00Z',
        '2026-01-01 00:00:00Z',
        1_700_000_000,
      ].map(
        (expirationTimestamp) =>
          [answer({ token: SECRET, expirationTimestamp }), /expirationTimestamp is not a time/] as const,
      ),
      [`${answer({ token: SECRET })} done`, /did not print an ExecCredential/],
      [`${answer({ token: SECRET })}\n${answer({ token: SECRET })}`, /did not print an ExecCredential/],
      [`status: {token: ${SECRET}`, /did not print an ExecCredential/],
    ] as const) {
      const found = failureOf(output)
      expect(found, output)
        .to.match(message)
        .and.match(/^credential plugin "aws"/)
      expect(found).to.not.include(SECRET)
    }
  })
})
