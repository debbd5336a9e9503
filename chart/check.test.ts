import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { CHART } from './helm.ts'

type Answers = Record<string, { status: number; text: string }>

const good: Answers = {
  '/readyz': { status: 200, text: '{"status":"ready"}' },
  '/metrics': { status: 200, text: '# TYPE x gauge\ncluster_inspector_build_info{version="0.1.0"} 1\n' },
  '/api/pods': { status: 401, text: '{"error":"not let in","code":"UNAUTHORIZED"}' },
}

describe('files/check.mjs, the script of helm test', () => {
  let server: Server
  let port: string
  let answers: Answers = good

  before((done) => {
    server = createServer((request, response) => {
      const { status, text } = answers[request.url ?? ''] ?? { status: 404, text: '' }
      response.writeHead(status).end(text)
    })
    server.listen(0, '127.0.0.1', () => {
      port = String((server.address() as AddressInfo).port)
      done()
    })
  })

  after(() => server.close())

  /** The exit code and the lines that say FAILED. */
  function check(given: Answers, metrics = true): Promise<{ code: number; failed: string[] }> {
    answers = given
    const args = [join(CHART, 'files', 'check.mjs'), '127.0.0.1', port, ...(metrics ? [port] : [])]
    return new Promise((resolve) => {
      execFile(process.execPath, args, (error, stdout) => {
        resolve({ code: error === null ? 0 : Number(error.code), failed: stdout.match(/^FAILED.*/gm) ?? [] })
      })
    })
  }

  it('passes on a service that works', async () => {
    expect(await check(good)).to.deep.equal({ code: 0, failed: [] })
  })

  it('asks nothing of the metrics where there are none', async () => {
    expect(await check({ '/api/pods': good['/api/pods'] ?? { status: 0, text: '' } }, false)).to.include({
      code: 0,
    })
  })

  const broken: [string, Answers, RegExp][] = [
    ['is not ready', { '/readyz': { status: 503, text: '' } }, /readyz/],
    ['has no metrics of its own', { '/metrics': { status: 200, text: 'up 1\n' } }, /metrics/],
    ['lets everyone in', { '/api/pods': { status: 200, text: '{"pods":[]}' } }, /401/],
    ['is refused by something else', { '/api/pods': { status: 401, text: 'proxy' } }, /401/],
  ]
  for (const [what, changed, line] of broken)
    it(`fails on a service that ${what}`, async () => {
      const { code, failed } = await check({ ...good, ...changed })
      expect(code).to.equal(1)
      expect(failed.length).to.equal(1)
      expect(failed[0]).to.match(line)
    })
})
