import type { IncomingMessage } from 'node:http'

/**
 * Request headers that never change the response to a cacheable route, besides those that select one of its forms
 * (Accept-Encoding, If-None-Match) or authenticate the caller (Authorization, Cookie). A request with any other
 * header goes through Express: a route may come to depend on it.
 */
const HARMLESS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'cookie',
  'dnt',
  'host',
  'if-none-match',
  'keep-alive',
  'pragma',
  'priority',
  'referer',
  'save-data',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'sec-gpc',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-request-id',
])
/** Longer URLs are not kept: few callers repeat them, and they would fill the memory. */
const MAX_URL_LENGTH = 1024

/**
 * Whether the response cache may serve a request: a GET over HTTP/1.1 with a short URL, whose headers are all harmless
 * and occur once, on a connection that stays open.
 */
export function isCacheableRequest(request: IncomingMessage): boolean {
  const { method, url = '', headers, rawHeaders, httpVersionMinor } = request
  if (method !== 'GET' || url.length > MAX_URL_LENGTH || httpVersionMinor !== 1) return false
  const names = Object.keys(headers)
  // Node joins or drops repeated headers; only a request without any has as many names as lines.
  if (names.length * 2 !== rawHeaders.length) return false
  if (headers.connection !== undefined && headers.connection !== 'keep-alive') return false
  return names.every((name) => HARMLESS.has(name))
}
