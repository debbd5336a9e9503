const CONSTANTS: ReadonlyMap<string, null | boolean | number> = new Map<string, null | boolean | number>([
  ...constants(true, 'y Y yes Yes YES true True TRUE on On ON'),
  ...constants(false, 'n N no No NO false False FALSE off Off OFF'),
  ...constants(null, '~ null Null NULL'),
  ...constants(Number.NaN, '.nan .NaN .NAN'),
  ...constants(Infinity, '.inf .Inf .INF +.inf +.Inf +.INF'),
  ...constants(-Infinity, '-.inf -.Inf -.INF'),
  ['', null],
])
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const PREFIXED_INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]+)$/
const INTEGER_BITS = 64

function constants<T>(value: T, words: string): [string, T][] {
  return words.split(' ').map((word) => [word, value])
}

/**
 * Resolves a plain scalar by the rules of kubectl's YAML parser: YAML 1.1 booleans and integers, but no base 60 and no
 * dates. Source: yaml.org/type, as implemented by go.yaml.in/yaml/v2.
 */
export function resolvePlainScalar(text: string): null | boolean | number | string {
  const constant = CONSTANTS.get(text)
  if (constant !== undefined) return constant
  if (text.startsWith('.')) return floatOr(text, text)
  if (!/^[-+0-9]/.test(text)) return text
  const plain = text.replaceAll('_', '')
  const [, sign, digits] = PREFIXED_INTEGER.exec(plain) ?? []
  if (digits !== undefined) {
    const value = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits)
    if (value < 2n ** BigInt(INTEGER_BITS)) return Number(value) * (sign === '-' ? -1 : 1)
  }
  return floatOr(plain, text)
}

/** Returns a number; the original text for one that is not written as a number, or is out of range. */
function floatOr(plain: string, text: string): number | string {
  const value = FLOAT.test(plain) ? Number(plain) : Number.NaN
  return Number.isFinite(value) ? value : text
}
