import { expect } from 'chai'
import { quickest } from '../testing/cpu-time.ts'
import { redactText } from './redact-text.ts'

describe('redactText', () => {
  const SECRET = 'c2VjcmV0LXRva2VuLW9mLXRoZS1wbHVnaW4tMTIzNDU2Nzg5MA'

  for (const [title, text] of [
    ['a JSON Web Token', 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.SECRETSECRET now'],
    ['an Authorization header', 'Authorization: Bearer SECRET'],
    ['basic authentication', 'authorization: basic SECRET'],
    ['a long text in base64', `rejected ${SECRET}==`.replace(SECRET, `SECRET${SECRET}`)],
    ['an assignment', 'aws_secret_access_key=SECRET'],
    ['a field of JSON', '{"refresh_token": "SECRET", "x": 1}'],
    ['an option', 'ran login --client-secret=SECRET'],
    ['a password in quotes', "password: 'SECRET SECRET'"],
    ['the user information of a URL', 'GET https://user:SECRET@example.com/x'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----'],
    ['a private key that is cut', '-----BEGIN PRIVATE KEY-----\nSECRET'],
  ] as const)
    it(`masks ${title}`, () => {
      expect(redactText(text)).to.include('(masked)').and.not.include('SECRET')
    })

  it('keeps what explains a failure', () => {
    for (const text of [
      'Unable to locate credentials. You can configure credentials by running "aws configure".',
      'open /home/dev/.config/gcloud/application_default_credentials.json: no such file or directory',
      'error: profile production not found in ~/.aws/config',
      'dial tcp 10.0.0.1:443: connect: connection refused',
    ])
      expect(redactText(text)).to.equal(text)
  })

  it('masks long names, which may be tokens, unless they are to be kept', () => {
    const text = 'pods "storefront-checkout-7c9d8f6b5d-x2x9q" is forbidden'
    expect(redactText(text)).to.equal('pods "(masked)" is forbidden')
    expect(redactText(text, { keepNames: true })).to.equal(text)
    for (const image of [
      'docker.io/acme2/storefront-checkout-service:1.0',
      `ghcr.io/acme/web@sha256:${'0123456789abcdef'.repeat(4)}`,
    ])
      expect(redactText(`pull ${image}`, { keepNames: true }), image).to.equal(`pull ${image}`)
    for (const text of [
      `commit ${'0123456789'.repeat(4)}`,
      `md5: ${'0123456789abcdef'.repeat(2)}`,
      'uid 0b6b6a1e-9c1b-4f0e-8a53-1f0d0c9f4f11',
      Buffer.from('the whole shop is open again').toString('base64'),
    ])
      expect(redactText(text, { keepNames: true }), text).to.equal(text)
    for (const token of ['0123456789abcdef0123456789abcdef', 'abcdefgh-ijklmnop_QRSTUVWX-12345678'])
      expect(redactText(token, { keepNames: true }), token).to.equal('(masked)')
  })

  for (const word of ['token', 'secret-', 'password_', '-----BEGIN x-----', 'bearer ', '://', 'token="'])
    it(`takes time in proportion to a text that repeats ${word}`, () => {
      const text = word.repeat(20_000)
      expect(quickest(() => redactText(text))).to.be.below(250)
    })
})
