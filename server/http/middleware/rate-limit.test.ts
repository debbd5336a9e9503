import { createServer } from 'node:http'
import { expect } from 'chai'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { TooManyRequestsError } from '../../core/errors.ts'
import { openServer } from '../../testing/open-server.ts'
import { callerLimit, signInLimit } from './rate-limit.ts'

describe('rate limits', () => {
  let now: number
  beforeEach(() => {
    now = 5_000
  })
  const serve = async (limit: RequestHandler) => {
    const app = express()
    const refuse: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
      const seconds = error instanceof TooManyRequestsError ? error.retryAfterSeconds : 0
      response.status(429).set('retry-after', String(seconds)).end()
    }
    const accept: RequestHandler = (_request, response) => response.status(200).end()
    app.use(limit, accept, refuse)
    const port = await openServer(createServer(app))
    return async () => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}/signin`, { method: 'POST' })
      return [status, Number(headers.get('retry-after'))]
    }
  }

  it('let a caller in again after a minute [A10]', async () => {
    const ask = await serve(callerLimit(2, () => now))
    expect([await ask(), await ask(), await ask()]).to.deep.equal([
      [200, 0],
      [200, 0],
      [429, 60],
    ])
    now += 45_000
    expect(await ask()).to.deep.equal([429, 15])
    now += 15_000
    expect(await ask()).to.deep.equal([200, 0])
  })

  it('keep to their minute while the wall clock of the process is stepped back by an hour [A10]', async () => {
    const ask = await serve(callerLimit(1))
    expect((await ask())[0]).to.equal(200)
    const { now: wallClock } = Date
    try {
      Date.now = () => wallClock() - 3_600_000
      const [status, seconds = 0] = await ask()
      expect(status).to.equal(429)
      expect(seconds).to.be.within(1, 60)
    } finally {
      Date.now = wallClock
    }
  })

  it('let a caller sign in again after a minute', async () => {
    const ask = await serve(signInLimit(() => now))
    for (let n = 0; n < 120; n++) expect((await ask())[0]).to.equal(200)
    expect((await ask())[0]).to.equal(429)
    now += 60_000
    expect((await ask())[0]).to.equal(200)
  })
})
