import { expect } from 'chai'
import { quickest } from '../../../testing/quickest.ts'
import { maskCredentials } from './mask-credentials.ts'
import { redactFacts } from './redact-facts.ts'

describe('maskCredentials', () => {
  for (const [title, text] of [
    ['a password with blanks after a colon', 'password: SECRET and SECRET, too'],
    ['a password with commas', 'passwd=a,SECRET;SECRET x'],
    ['a password in quotes after a word', 'login with password "SECRET SECRET" failed'],
    ['a block of YAML', 'db-password: |-\n  SECRET\n  SECRET'],
    ['a block of YAML on one line', 'token: > SECRET SECRET'],
    ['JSON in a text of JSON', String.raw`{\"apiKey\": \"SECRET\"}`],
    ['a flag', 'run --db-password SECRET --verbose'],
    ['a password of a URL with slashes and at signs', 'amqp://shop:a/b@SECRET#c@mq:5672/v'],
    ['a parameter of a URL', 'GET /blob?x=1&sig=SECRET'],
    ['a cookie', 'set-cookie: a=1; sid=SECRET; Path=/'],
    ['a header of any scheme', 'Proxy-Authorization: Negotiate SECRET'],
    ['a credential of a registry', '{"auths":{"r":{"auth":"SECRET"}}}'],
  ] as const)
    it(`masks ${title}`, () => {
      expect(maskCredentials(text)).to.include('(masked)').and.not.include('SECRET')
    })

  it('keeps what explains a failure', () => {
    for (const text of [
      'password authentication failed for user "shop"',
      'couldn’t find key password in Secret shop/db',
      'secret "db-credentials" not found',
      'Back-off restarting failed container app in pod web-7c9d8f6b5d-x2x9q_shop(0b6b6a1e-9c1b-4f0e-8a53-1f0d0c9f4f11)',
      'dial tcp 10.0.0.1:5432: connect: connection refused',
    ])
      expect(maskCredentials(text)).to.equal(text)
  })

  for (const word of ['password:', 'token=', '--token ', 'a@', '://a:', 'cookie:', '?sig=', 'aB3', 'key: |'])
    it(`takes time in proportion to a text for a model that repeats ${word}`, () => {
      const text = word.repeat(Math.ceil(65_536 / word.length))
      expect(quickest(() => maskCredentials(text))).to.be.below(250)
    })
})

describe('redactFacts', () => {
  it('masks fields of JSON by their structure, whatever stands around it', async () => {
    const object = {
      kind: 'Secret',
      data: { word: 'hunter' },
      spec: { env: [{ name: 'A', value: 'canary' }] },
    }
    const [text] = await redactFacts([`applied ${JSON.stringify(object)} twice`])
    expect(text).to.include('applied {"kind":"Secret"').and.include('twice')
    expect(text).not.to.match(/hunter|canary/)
  })

  it('finds secrets although a text says secretlint-disable', async () => {
    const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
    for (const comment of ['secretlint-disable', 'SECRETLINT-DISABLE', 'secretlint-disable-line']) {
      const masked = await redactFacts([`# ${comment}`, `postgres://shop:pw1@db/x ${comment}`, token])
      expect(masked.join(' ')).not.to.match(/pw1|0123456789/)
    }
  })

  it('returns as many texts as it was given, each in its place', async () => {
    expect(await redactFacts(['a', '', 'b\nc'])).to.deep.equal(['a', '', 'b\nc'])
    expect(await redactFacts([])).to.deep.equal([])
  })
})
