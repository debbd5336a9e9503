// The program that `helm test` runs in the service's own image: node check.mjs <service> <API port> [metrics
// port]. With TLS, --certificate names the file of the certificate that the service has to present. Its
// issuer and names are not checked.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { certificate: { type: 'string' } },
})
const [service, port, metricsPort] = positionals
const certificate = values.certificate && readFileSync(values.certificate)
const deadline = Date.now() + 60_000

/** Retries until there is a response: a Service needs a moment to learn of its Pods. */
async function ask(path, at, tls) {
  for (;;) {
    try {
      return await answer(path, at, tls)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

function answer(path, at, tls) {
  return new Promise((resolve, reject) => {
    const options = { host: service, port: at, path, agent: false, signal: AbortSignal.timeout(5_000) }
    // The certificate is compared below, where a wrong one is a failed check instead of a connection error.
    const request = tls ? https.get({ ...options, rejectUnauthorized: false }) : http.get(options)
    request.on('error', reject)
    request.on('response', async (response) => {
      const shown = tls ? response.socket.getPeerX509Certificate().fingerprint256 : undefined
      try {
        const parts = []
        for await (const part of response) parts.push(part)
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString(), shown })
      } catch (error) {
        reject(error)
      }
    })
  })
}

function expect(what, holds, found) {
  console.log(`${holds ? 'ok' : 'FAILED'}: ${what}`)
  if (holds) return
  console.log(`found: ${found}`)
  process.exitCode = 1
}

if (metricsPort !== undefined) {
  const ready = await ask('/readyz', metricsPort)
  expect('/readyz answers 200', ready.status === 200, `${ready.status} ${ready.text}`)
  const metrics = await ask('/metrics', metricsPort)
  expect(
    '/metrics names the build',
    /^cluster_inspector_build_info\{/m.test(metrics.text),
    metrics.text.slice(0, 500),
  )
}
const refused = await ask('/api/pods', port, certificate !== undefined)
if (certificate !== undefined) {
  const { fingerprint256 } = new X509Certificate(certificate)
  expect('the API shows the certificate of its Secret', refused.shown === fingerprint256, refused.shown)
}
const code = refused.text.includes('"UNAUTHORIZED"')
expect(
  '/api/pods through the Service is refused with 401',
  refused.status === 401 && code,
  `${refused.status} ${refused.text}`,
)
