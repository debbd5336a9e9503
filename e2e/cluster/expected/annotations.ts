const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const MASK = '(masked)'

/**
 * Reference implementation of the annotations in a detail: kubectl's copy of the object without data of Secrets, literal environment
 * values, header values, commands, arguments and queries of probe paths.
 */
export function annotations(
  all: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> {
  const copy = all?.[LAST_APPLIED]
  return copy === undefined ? { ...all } : { ...all, [LAST_APPLIED]: masked(copy) }
}

function masked(copy: string): string {
  const object: unknown = JSON.parse(copy, function (this: unknown, key, value: unknown) {
    const { kind } = this as { kind?: unknown }
    if (kind === 'Secret' && (key === 'data' || key === 'stringData'))
      return Object.fromEntries(Object.keys(value as object).map((name) => [name, MASK]))
    if (key === 'command' || key === 'args') return (value as string[]).map(() => MASK)
    if (key === 'env' || key === 'httpHeaders')
      return (value as object[]).map((one) => ('value' in one ? { ...one, value: MASK } : one))
    return key === 'path' && typeof value === 'string' ? value.split('?', 1)[0] : value
  })
  return JSON.stringify(object)
}
