import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openServer } from '../server/testing/open-server.ts'
import { Authority } from '../e2e/support/certificates.ts'
import { CHART } from './helm.ts'

type Answers = Record<string, { status: number; text: string }>

const good: Answers = {
  '/readyz': { status: 200, text: '{"status":"ready"}' },
  '/metrics': { status: 200, text: '# TYPE x gauge\ncluster_inspector_build_info{version="0.1.0"} 1\n' },
  '/api/pods': { status: 401, text: '{"error":"not let in","code":"UNAUTHORIZED"}' },
}

describe('files/check.mjs, the script of helm test', () => {
  let port: string
  let answers: Answers = good

  const listener: RequestListener = (request, response) => {
    const { status, text } = answers[request.url ?? ''] ?? { status: 404, text: '' }
    response.writeHead(status).end(text)
  }

  before(async () => {
    port = String(await openServer(createServer(listener)))
  })

  /** Runs the check; returns its exit code and the lines that contain FAILED. */
  function check(
    given: Answers,
    metrics = true,
    tls?: { port: number; certificate: string },
  ): Promise<{ code: number; failed: string[] }> {
    answers = given
    const api = String(tls?.port ?? port)
    const args = [join(CHART, 'files', 'check.mjs'), '127.0.0.1', api, ...(metrics ? [port] : [])]
    if (tls !== undefined) args.push(`--certificate=${tls.certificate}`)
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

  it('asks over TLS where the Secret has a certificate, and fails on another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'check-'))
    const authority = await Authority.create(folder, 'ca')
    const [shown, other] = [await authority.issue('any'), await authority.issue('any')]
    const [right, wrong] = [join(folder, 'right.crt'), join(folder, 'wrong.crt')]
    writeFileSync(right, shown.cert)
    writeFileSync(wrong, other.cert)
    const secure = createTlsServer({ ...shown }, listener)
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const { port: at } = secure.address() as AddressInfo
    expect(await check(good, true, { port: at, certificate: right })).to.deep.equal({ code: 0, failed: [] })
    const { code, failed } = await check(good, true, { port: at, certificate: wrong })
    expect([code, failed]).to.deep.equal([1, ['FAILED: the API shows the certificate of its Secret']])
    secure.close()
    rmSync(folder, { recursive: true })
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
