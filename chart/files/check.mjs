// What `helm test` runs, in the service's own image: node check.mjs <service> <port of the API> [port of the metrics]
const [service, port, metricsPort] = process.argv.slice(2)
const deadline = Date.now() + 60_000

/** Asks until there is an answer: a Service needs a moment to learn of its Pods. */
async function ask(path, at) {
  for (;;) {
    try {
      const answer = await fetch(`http://${service}:${at}${path}`, { signal: AbortSignal.timeout(5_000) })
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
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
const refused = await ask('/api/pods', port)
const code = refused.text.includes('"UNAUTHORIZED"')
expect(
  '/api/pods through the Service is refused with 401',
  refused.status === 401 && code,
  `${refused.status} ${refused.text}`,
)
