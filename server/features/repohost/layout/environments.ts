/** Words by which people name environments, by the environment that they mean. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  dev: 'development',
  develop: 'development',
  development: 'development',
  int: 'integration',
  integration: 'integration',
  test: 'test',
  testing: 'test',
  qa: 'qa',
  uat: 'uat',
  stage: 'staging',
  staging: 'staging',
  stg: 'staging',
  preprod: 'preproduction',
  preproduction: 'preproduction',
  prod: 'production',
  production: 'production',
  prd: 'production',
  live: 'production',
  canary: 'canary',
  sandbox: 'sandbox',
  demo: 'demo',
}

/** Returns the environment that a segment of a path or a namespace names, such as `shop-prod`; undefined if none. */
export function environmentIn(text: string): string | undefined {
  const lower = text.toLowerCase()
  return [lower, ...lower.split(/[-_.]/)].flatMap((word) =>
    Object.hasOwn(ENVIRONMENTS, word) ? (ENVIRONMENTS[word] ?? []) : [],
  )[0]
}

/**
 * Compares folders with a namespace: 1 if they name it or its environment, -1 if they name another environment,
 * 0 if they tell nothing.
 */
export function namespaceFit(folders: readonly string[], namespace: string): 1 | 0 | -1 {
  const segments = folders.flatMap((folder) => folder.toLowerCase().split('/'))
  if (segments.includes(namespace)) return 1
  const own = environmentIn(namespace)
  const named = new Set(segments.flatMap((segment) => environmentIn(segment) ?? []))
  if (own !== undefined && named.size > 0) return named.has(own) ? 1 : -1
  return 0
}
