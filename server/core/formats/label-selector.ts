/** One requirement of a label selector; labels have to satisfy every requirement. */
export type Requirement =
  | { key: string; operator: 'in' | 'notin'; values: ReadonlySet<string> }
  | { key: string; operator: 'exists' | 'absent' }
  | { key: string; operator: 'gt' | 'lt'; value: number }

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
  const key = `(?:[a-z0-9.-]{1,253}/)?${name}`
  const next = `${blank}*,${blank}*`
  const values = `(?:${name}|(?:${name})?(?:${next}(?:${name})?)+)`
  const operation = [
    `${blank}*(?:==?|!=)(?:${blank}*${name})?`,
    `${blank}*[<>]${blank}*[0-9]{1,18}`,
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
    const values: string[] = []
    let token = next()
    if (token === ')') throw new SelectorError('expected at least one value between ( and )')
    for (;;) {
      if (token === ',' || token === ')') values.push('')
      else {
        values.push(labelValue(token))
        token = next()
      }
      if (token === ')') return values
      if (token !== ',') throw new SelectorError("expected ',' or ')' in a set of values")
      token = next()
    }
  }
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
  const prefixFits =
    prefix === undefined || (prefix.length > 0 && prefix.length <= 253 && /^[a-z0-9.-]+$/.test(prefix))
  if (!prefixFits || !NAME.test(token.slice(slash + 1)))
    throw new SelectorError(`'${token}' is not a valid label key`)
  return token
}

function labelValue(token: string | undefined): string {
  if (token === undefined) throw new SelectorError('expected a value at the end')
  if (!NAME.test(token)) throw new SelectorError(`'${token}' is not a valid label value`)
  return token
}

function integer(text: string): number {
  if (!/^-?\d{1,18}$/.test(text)) throw new SelectorError('> and < must compare with a whole number')
  return Number(text)
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
        if (value === undefined || !/^-?\d{1,18}$/.test(value)) return false
        return requirement.operator === 'gt'
          ? Number(value) > requirement.value
          : Number(value) < requirement.value
      }
    }
  })
}
