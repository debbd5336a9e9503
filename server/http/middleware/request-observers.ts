import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { AccessLog } from './access-log.ts'
import { contextOf } from './request-context.ts'

/** Counts and logs a request when its response has ended or was aborted, whoever served it. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, accessLog }: { readonly metrics: Metrics; readonly accessLog: AccessLog },
): void {
  // Routers of Express change `url` while they handle a request.
  const { method = '', url = '', socket } = request
  response.on('close', () => {
    const { requestId, route, startedAt } = contextOf(response)
    const milliseconds = performance.now() - startedAt
    // 499: the caller disconnected before anything was sent, as nginx logs it.
    const status = response.headersSent ? response.statusCode : 499
    metrics.requests(method, route, status).add(milliseconds / 1000)
    accessLog.record(accessLog.routePrefix(method, route, url), {
      requestId,
      status,
      complete: response.writableFinished,
      milliseconds,
      peer: socket.remoteAddress,
    })
  })
}
