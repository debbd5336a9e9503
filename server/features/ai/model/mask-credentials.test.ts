import { expect } from 'chai'
import { quickest } from '../../../testing/cpu-time.ts'
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
    ['a password that looks like one', 'cannot connect with password SECRET1!'],
    ['a password after a login', 'machine h login ada password SECRET'],
    ['a password of curl', 'curl -u ada:SECRET https://h'],
    ['a password of mysql', 'mysql -uroot -pSECRET shop'],
    ['a password of docker login', 'docker login -u ada -p SECRET r.example.com'],
    ['a hash of a password', 'ada:$2y$05$SECRET.SECRET/SECRET'],
    ['a password of a URL without a user', 'redis://:SECRET@cache:6379'],
    ['a variable', 'env MYSQL_PWD=SECRET'],
    ['a credential of a registry', '{"auths":{"r":{"auth":"SECRET"}}}'],
  ] as const)
    it(`masks ${title}`, () => {
      expect(maskCredentials(text)).to.include('(masked)').and.not.include('SECRET')
    })

  it('keeps what explains a failure', () => {
    for (const text of [
      'password authentication failed for user "shop"',
      'mkdir -p /data: permission denied',
      'user login failed: no such user',
      'docker run -p 8080:80 web',
      'couldn’t find key password in Secret shop/db',
      'secret "db-credentials" not found',
      'Back-off restarting failed container app in pod web-7c9d8f6b5d-x2x9q_shop(0b6b6a1e-9c1b-4f0e-8a53-1f0d0c9f4f11)',
      'dial tcp 10.0.0.1:5432: connect: connection refused',
    ])
      expect(maskCredentials(text)).to.equal(text)
  })

  for (const word of [
    'password:',
    'token=',
    '--token ',
    'a@',
    '://a:',
    'cookie:',
    '?sig=',
    'aB3',
    'key: |',
    'mysql ',
    'login ',
    'password a1',
    ' -u a:',
    '$6$',
  ])
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

  it('finds the same although a text says secretlint-disable', async () => {
    const url = 'postgres://user:pa55@db/x'
    const [plain] = await redactFacts([url])
    // The whole URL is masked: secretlint has found it, besides the pattern of this service for its password.
    expect(plain).not.to.include('db')
    for (const comment of ['secretlint-disable', 'SECRETLINT-DISABLE', 'secretlint-disable-line'])
      expect(await redactFacts([`# ${comment}`, `${url} ${comment}`])).to.deep.equal([
        `# ${comment}`,
        `${plain} ${comment}`,
      ])
  })

  it('masks the whole of a credential of which secretlint finds a part', async () => {
    const key = 'oNKD8oFfJGVgKxFWwtC3MinHWWOEDjeVZfa3wIsG'
    const [text = ''] = await redactFacts([`args: ["serve", "aws_secret_access_key = ${key}"]`])
    for (let at = 0; at + 8 <= key.length; at++) expect(text).not.to.include(key.slice(at, at + 8))
  })

  it('leaves no marks of a profiler in memory', async () => {
    const before = performance.getEntriesByType('mark').length
    await redactFacts(['password=x'])
    expect(performance.getEntriesByType('mark')).to.have.length(before)
  })

  it('returns as many texts as it was given, each in its place', async () => {
    expect(await redactFacts(['a', '', 'b\nc'])).to.deep.equal(['a', '', 'b\nc'])
    expect(await redactFacts([])).to.deep.equal([])
  })
})
