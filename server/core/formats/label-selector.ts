import { isDns1123Subdomain } from './names.ts'

/** One requirement of a label selector; labels have to satisfy every requirement. */
export type Requirement =
  | { key: string; operator: 'in' | 'notin'; values: ReadonlySet<string> }
  | { key: string; operator: 'exists' | 'absent' }
  | { key: string; operator: 'gt' | 'lt'; value: bigint }

/** An invalid label selector. The message names the error's position, and is safe for callers. */
export class SelectorError extends Error {}

const MAX_TEXT = 4096
/** Every object of a list is compared with each requirement. */
const MAX_REQUIREMENTS = 100
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

/** Source of the regular expression of the syntax; the limits on the length and on requirements come on top. */
export const labelSelectorPattern = selectorPattern()

function selectorPattern(): string {
  const [blank, name] = ['[ \\t\\n\\r]', NAME.source.slice(1, -1).replace('(', '(?:')]
  const part = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'
  const key = `(?:${part}(?:\\.${part})*/)?${name}`
  const next = `${blank}*,${blank}*`
  // Commas may be repeated before a value; of those at the end, the number is odd.
  const values = `(?:(?:${next})*${name}(?:(?:${next})+${name})*)?(?:${next}(?:${next}${next})*)?`
  const operation = [
    `${blank}*(?:==?|!=)(?:${blank}*${name})?`,
    `${blank}*[<>]${blank}*0*[0-9]{1,19}`,
    `${blank}+(?:not)?in${blank}*\\(${blank}*${values}${blank}*\\)`,
  ]
  const requirement = `(?:!${blank}*${key}|${key}(?:${operation.join('|')})?)`
  return `^${blank}*(?:${requirement}(?:${next}${requirement})*)?${blank}*$`
}

/**
 * Parses a label selector with the complete syntax: `=`, `==`, `!=`, `in (…)`, `notin (…)`, `>`, `<`, `key`,
 * `!key`. Runs in one pass and linear time; throws SelectorError. Source: k8s.io/apimachinery/pkg/labels,
 * Parse.
 */
export function parseLabelSelector(text: string): readonly Requirement[] {
  if (text.length > MAX_TEXT) throw new SelectorError(`longer than ${MAX_TEXT} characters`)
  const tokens = tokenize(text)
  const requirements: Requirement[] = []
  let index = 0
  const next = (): string | undefined => tokens[index++]
  while (index < tokens.length) {
    if (requirements.length > 0 && next() !== ',')
      throw new SelectorError(`expected ',' before '${tokens[index - 1]}'`)
    if (requirements.length === MAX_REQUIREMENTS)
      throw new SelectorError(`more than ${MAX_REQUIREMENTS} requirements`)
    requirements.push(requirement(next))
    const after = tokens[index]
    if (after === ',' && index === tokens.length - 1) throw new SelectorError("ends in ','")
  }
  return requirements

  function requirement(nextToken: () => string | undefined): Requirement {
    const first = nextToken()
    if (first === '!') return { key: labelKey(nextToken()), operator: 'absent' }
    const key = labelKey(first)
    const operator = tokens[index]
    if (operator === undefined || operator === ',') return { key, operator: 'exists' }
    index++
    if (operator === '=' || operator === '==') return { key, operator: 'in', values: new Set([value()]) }
    if (operator === '!=') return { key, operator: 'notin', values: new Set([value()]) }
    if (operator === '>' || operator === '<')
      return { key, operator: operator === '>' ? 'gt' : 'lt', value: integer(value()) }
    if (operator === 'in' || operator === 'notin') return { key, operator, values: new Set(set()) }
    throw new SelectorError(`expected an operator, found '${operator}'`)
  }

  function value(): string {
    const token = tokens[index]
    if (token === undefined || token === ',') return '' // `key=` is the empty value
    index++
    return labelValue(token)
  }

  function set(): string[] {
    if (next() !== '(') throw new SelectorError("expected '(' after in or notin")
    const end = tokens.indexOf(')', index)
    if (end < 0) throw new SelectorError("expected ')' after a set of values")
    const values = valuesOf(tokens.slice(index, end))
    index = end + 1
    return values
  }
}

/**
 * Parses the tokens of a set of values: `()` and `(,)` hold the empty value, and `(a,,)` is invalid. Source:
 * k8s.io/apimachinery/pkg/labels, parseIdentifiersList.
 */
function valuesOf(tokens: readonly string[]): string[] {
  if (tokens.length === 0) return ['']
  const values: string[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    const after = tokens[index + 1]
    if (token !== ',') {
      values.push(labelValue(token))
      if (after !== undefined && after !== ',')
        throw new SelectorError("expected ',' or ')' in a set of values")
      continue
    }
    if (values.length === 0) values.push('')
    if (after === undefined) values.push('')
    if (after !== ',') continue
    values.push('')
    index++
    if (index === tokens.length - 1) throw new SelectorError("expected a value before ')'")
  }
  return values
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  let word = ''
  const flush = (): void => {
    if (word !== '') tokens.push(word)
    word = ''
  }
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (character === ' ' || character === '\t' || character === '\n' || character === '\r') flush()
    else if ('=!<>,()'.includes(character)) {
      flush()
      if ((character === '=' || character === '!') && text.charAt(i + 1) === '=') {
        tokens.push(`${character}=`)
        i++
      } else tokens.push(character)
    } else word += character
  }
  flush()
  return tokens
}

function labelKey(token: string | undefined): string {
  if (token === undefined) throw new SelectorError('expected a label key at the end')
  const slash = token.indexOf('/')
  const prefix = slash < 0 ? undefined : token.slice(0, slash)
  const prefixFits = prefix === undefined || isDns1123Subdomain(prefix)
  if (!prefixFits || !NAME.test(token.slice(slash + 1)))
    throw new SelectorError(`'${token}' is not a valid label key`)
  return token
}

function labelValue(token: string | undefined): string {
  if (token === undefined) throw new SelectorError('expected a value at the end')
  if (!NAME.test(token)) throw new SelectorError(`'${token}' is not a valid label value`)
  return token
}

function integer(text: string): bigint {
  const value = parseInt64(text)
  if (value === undefined) throw new SelectorError('> and < must compare with a whole number')
  return value
}

/** Parses a decimal number of 64 bits; undefined for any other text. Source: strconv.ParseInt, which takes a sign too. */
function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,63}$/.test(text)) return undefined
  const value = BigInt(text.replace('+', ''))
  return BigInt.asIntN(64, value) === value ? value : undefined
}

/** Whether labels satisfy every requirement, by the API server's rules (labels.Requirement.Matches). */
export function matches(
  requirements: readonly Requirement[],
  labels: Readonly<Record<string, string>>,
): boolean {
  return requirements.every((requirement) => {
    const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined
    switch (requirement.operator) {
      case 'exists':
        return value !== undefined
      case 'absent':
        return value === undefined
      case 'in':
        return value !== undefined && requirement.values.has(value)
      case 'notin':
        return value === undefined || !requirement.values.has(value)
      default: {
        const number = value === undefined ? undefined : parseInt64(value)
        if (number === undefined) return false
        return requirement.operator === 'gt' ? number > requirement.value : number < requirement.value
      }
    }
  })
}
