import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { expect } from 'chai'
import { openServer } from '../../server/testing/open-server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { send, type Fault } from '../support/git-host/git-host.ts'
import { CHANGE, serveHost, type ServedHost } from './served.ts'

interface Expected {
  readonly status: number
  readonly code: string
  readonly words: RegExp
  readonly retryAfter?: string
}

type Row = readonly [fault: string, play: Fault, expected: Expected]

const json = (
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ message }))
const failed = (words: RegExp): Expected => ({ status: 500, code: 'INTERNAL_ERROR', words })

/** Faults of a read, with the response of this service to its caller. */
const READS: readonly Row[] = [
  [
    'a primary rate limit',
    (_, response) =>
      json(response, 403, 'API rate limit exceeded', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 90),
      }),
    { status: 429, code: 'RATE_LIMITED', words: /rate limit of .* is reached/, retryAfter: '^(89|90|91)$' },
  ],
  [
    'a secondary rate limit',
    (_, response) => json(response, 403, 'You have exceeded a secondary rate limit', { 'retry-after': '37' }),
    { status: 429, code: 'RATE_LIMITED', words: /rate limit/, retryAfter: '^37$' },
  ],
  [
    'a secondary rate limit without a time',
    (_, response) => json(response, 403, 'You have exceeded a secondary rate limit'),
    { status: 429, code: 'RATE_LIMITED', words: /rate limit/, retryAfter: '^60$' },
  ],
  [
    'a 429 that asks to wait for days',
    (_, response) => json(response, 429, 'slow down', { 'retry-after': '999999' }),
    { status: 429, code: 'RATE_LIMITED', words: /rate limit/, retryAfter: '^3600$' },
  ],
  [
    'a refused token',
    (_, response) => json(response, 401, 'Bad credentials'),
    failed(/the host refuses the configured token/),
  ],
  [
    'a denied call',
    (_, response) => json(response, 403, 'Resource not accessible by integration'),
    { status: 403, code: 'FORBIDDEN', words: /denies to .*Resource not accessible by integration/ },
  ],
  [
    'a missing SSO',
    (_, response) =>
      json(response, 403, 'Resource protected by organization SAML', {
        'x-github-sso': 'required; url=https://x',
      }),
    { status: 403, code: 'FORBIDDEN', words: /authorise SSO/ },
  ],
  [
    'a repository that must not be known',
    (_, response) => json(response, 404, 'Not Found'),
    { status: 404, code: 'NOT_FOUND', words: /does not know repository/ },
  ],
  ['a 500', (_, response) => json(response, 500, 'oops'), failed(/responded with status 500/)],
  [
    'a 502 in HTML',
    (_, response) =>
      void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    failed(/status 502/),
  ],
  [
    'broken JSON',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"owner":'),
    failed(/not one of the API/),
  ],
  [
    'HTML',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    failed(/not one of the API/),
  ],
  [
    'null',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('null'),
    failed(/not one of the API/),
  ],
  [
    'a text in place of an owner',
    (_, response) => void response.writeHead(200).end('{"owner":"shop","name":{}}'),
    failed(/not one of the API/),
  ],
  ['an empty response', (_, response) => void response.writeHead(200).end(), failed(/not one of the API/)],
  ['a closed connection', (_, response) => void response.socket?.destroy(), failed(/closed the connection/)],
  [
    'a body that is cut',
    (_, response) =>
      void response.writeHead(200, { 'content-length': '100' }).write('{', () => response.socket?.destroy()),
    failed(/closed the connection|terminated/),
  ],
  [
    'a body of 200 MB',
    (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 32)
      let sent = 0
      const more = (): void => {
        while (sent < 200 && !response.destroyed) if (++sent && !response.write(chunk)) return
        response.end()
      }
      response.on('drain', more)
      more()
    },
    failed(/larger than 8192 KiB/),
  ],
  [
    'an announced body of 200 MB',
    (_, response) => void response.writeHead(200, { 'content-length': '209715200' }).write('{'),
    failed(/larger than 8192 KiB/),
  ],
  [
    'a redirect without end',
    ({ url }, response) => void response.writeHead(301, { location: url }).end(),
    failed(/redirects more than 2 times/),
  ],
  [
    'compressed bytes',
    (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    failed(/encoding that was not requested/),
  ],
]

describe('faults of a repository host', () => {
  const time = new SkippingTime()
  let served: ServedHost
  before(async () => {
    served = await serveHost({}, { time })
  })
  afterEach(() => {
    served.host.lift()
    served.host.differences.length = 0
    time.skip(60_000)
  })

  for (const [fault, play, expected] of READS)
    it(`responds ${expected.status} to ${fault}`, async () => {
      const { query } = await served.create()
      served.host.fault(/^GET \/repos\//, play, 4)
      const { status, json: body, text, headers } = await served.get('tree', query)
      expect([status, body['code']]).to.deep.equal([expected.status, expected.code])
      expect(text).to.match(expected.words)
      if (expected.retryAfter !== undefined)
        expect(headers.get('retry-after')).to.match(new RegExp(expected.retryAfter))
    })

  it('responds 500 to a host that hangs, after 10 s', async () => {
    const { query } = await served.create()
    const reached = Promise.withResolvers<void>()
    served.host.fault(/^GET \/repos\//, () => reached.resolve())
    const attempt = served.get('tree', query)
    await reached.promise
    time.skip(10_000)
    const { status, text } = await attempt
    expect(status).to.equal(500)
    expect(text).to.match(/no complete response within 10 s/)
  })

  for (const body of ['"text"', '7', '{}', '{"total_count":1}', '[null]', '[{"name":7}]'])
    it(`responds 500 to a list that is ${body}`, async () => {
      const { query } = await served.create()
      served.host.fault(/\/branches/, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      })
      const { status, json: problem } = await served.get('branches', query)
      expect([status, problem['details']]).to.deep.equal([
        500,
        'the response is not one of the API of the host',
      ])
    })

  it('follows a rename, and answers with the new name', async () => {
    const { query, name } = await served.create()
    served.host.fault(/^GET \/repos\/shop\/old$/, (_, response) => {
      response.writeHead(301, { location: `${served.host.url}/repos/shop/${name}` }).end()
    })
    const { status, json: body } = await served.get('tree', { ...query, repo: 'old' })
    expect([status, body['fullName']]).to.deep.equal([200, `shop/${name}`])
  })

  for (const status of [301, 302, 307, 308])
    it(`sends no token to another host after a ${status}`, async () => {
      const recorded: unknown[] = []
      const other = await openServer(
        createServer((request, response) => {
          recorded.push(request.headers)
          response.end('{}')
        }),
      )
      const { query } = await served.create()
      served.host.fault(/^GET \/repos\//, (_, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${other}/repos/a/b` }).end()
      })
      const answer = await served.get('tree', query)
      expect(answer.status).to.equal(500)
      expect(answer.json['details']).to.equal(`the host redirects to http://127.0.0.1:${other}`)
      expect(recorded).to.deep.equal([])
    })

  it('sends no token to another host that a list names as its next page', async () => {
    const { query } = await served.create()
    served.host.fault(/\/branches/, async (_, response, proceed) => {
      send(response, {
        ...(await proceed()),
        headers: { link: '<https://elsewhere.example/steal?page=2>; rel="next"' },
      })
    })
    const { json: body } = await served.get('branches', { ...query, limit: '1' })
    expect(body).to.have.property('continue')
    expect((await served.get('branches', { ...query, continue: String(body['continue']) })).status).to.equal(
      200,
    )
  })

  const STEPS = [
    ['the tree', /^POST .*\/git\/trees/],
    ['the commit', /^POST .*\/git\/commits/],
    ['the branch', /^POST .*\/git\/refs/],
    ['the pull request', /^POST .*\/pulls/],
  ] as const

  for (const [step, pattern] of STEPS)
    for (const [end, play] of [
      ['before', (_: unknown, response: ServerResponse) => void response.writeHead(502).end()],
      [
        'after',
        async (_: unknown, response: ServerResponse, proceed: () => Promise<unknown>) => {
          await proceed()
          response.writeHead(502).end()
        },
      ],
    ] as const)
      it(`leaves one change or none with a 502 ${end} ${step}`, async () => {
        const { query, git, pulls } = await served.create()
        const base = await git.head('main')
        served.host.fault(pattern, play)
        const attempt = served.post('create-pr', { ...query, ...CHANGE })
        const { status } = await attempt
        const branches = (await git.branches()).map(({ name }) => name).filter((name) => name !== 'main')
        const isDone = end === 'after' && (step === 'the branch' || step === 'the pull request')
        expect([status, branches.length, pulls.length]).to.deep.equal(isDone ? [201, 1, 1] : [500, 0, 0])
        expect(await git.head('main')).to.equal(base)
        // Nothing was sent twice.
        const path = `/repos/shop/${query.repo}/`
        const posts = served.host.requests.filter((one) => one.method === 'POST' && one.path.startsWith(path))
        expect(new Set(posts.map((one) => one.path)).size).to.equal(posts.length)
        time.skip(1000)
        const again = await served.post('create-pr', { ...query, ...CHANGE })
        expect(again.status).to.equal(isDone ? 200 : 201)
        expect(pulls).to.have.length(1)
        await git.check()
      })

  it('finds that the host has merged, if the response is lost', async () => {
    const { query, pulls } = await served.create()
    await served.post('create-pr', { ...query, ...CHANGE })
    served.host.fault(/^PUT .*\/merge/, async (_, response, proceed) => {
      await proceed()
      response.writeHead(502).end()
    })
    time.skip(1000)
    const { status, json: body } = await served.post('merge-pr', { ...query, pullNumber: 1 })
    expect([status, body['merged'], pulls[0]?.state]).to.deep.equal([200, true, 'closed'])
  })

  it('merges nothing if the head moves between reading and merging', async () => {
    const { query, git } = await served.create()
    const { json: created } = await served.post('create-pr', { ...query, ...CHANGE })
    const main = await git.head('main')
    served.host.fault(/^PUT .*\/merge/, async (_, response, proceed) => {
      await git.push(String(created['branch']), { 'a.yaml': 'a: sneaked in\n' })
      send(response, await proceed())
    })
    time.skip(1000)
    const { status, json: body } = await served.post('merge-pr', { ...query, pullNumber: 1 })
    expect([status, body['reason']]).to.deep.equal([
      409,
      'Head branch was modified. Review and try the merge again.',
    ])
    expect(await git.head('main')).to.equal(main)
  })

  it('refuses without the right to push, and makes no fork', async () => {
    const repository = await served.create()
    repository.canPush = false
    const { status, json: body } = await served.post('create-pr', { ...repository.query, ...CHANGE })
    expect([status, body['code']]).to.deep.equal([403, 'FORBIDDEN'])
    expect(body['hint']).to.match(/access to the repository/)
  })

  it('says that drafts are refused, and falls back only if that is set', async () => {
    const repository = await served.create()
    repository.drafts = false
    const draft = { ...repository.query, ...CHANGE, draft: true }
    const refused = await served.post('create-pr', draft)
    expect([refused.status, refused.json['reason']]).to.deep.equal([
      409,
      'Draft pull requests are not supported in this repository.',
    ])
    expect(await repository.git.branches()).to.have.length(1)
    const lenient = await serveHost({ repohostDraftFallback: true }, { host: served.host })
    expect((await lenient.post('create-pr', draft)).status).to.equal(201)
    expect(repository.pulls.map((one) => one.draft)).to.deep.equal([false])
  })
})
