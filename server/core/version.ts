import { readFileSync } from 'node:fs'

/** Returns the version of this package from its package.json (one folder up, compiled or not). */
export function packageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const version: unknown =
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'version') : undefined
  return typeof version === 'string' ? version : '0.0.0'
}

/** Returns the User-Agent of requests that this service sends. */
export function userAgent(): string {
  return `cluster-inspector/${packageVersion()}`
}
