import { badRequest, quote } from '../status.ts'
import { type Token, tokens } from './tokens.ts'
import { labelKeyFaults, labelValueFaults } from './validation.ts'

type Operator = 'in' | 'notin' | '=' | '==' | '!=' | '>' | '<' | 'exists' | '!'

/** One requirement of a label selector. */
export interface Requirement {
  key: string
  operator: Operator
  values: readonly string[]
}

export type LabelSelector = readonly Requirement[]

type Labels = Readonly<Record<string, string>> | undefined

const operators = new Set<string>(['in', 'notin', '=', '==', '!=', '>', '<'])

/** Parses apimachinery's labels.Parse grammar, with its error messages. */
export function parseLabelSelector(text: string): LabelSelector {
  const reader = new TokenReader(tokens(text))
  const requirements: Requirement[] = []
  for (;;) {
    const token = reader.peek()
    if (token.type === 'end') return requirements
    if (token.type !== 'identifier' && token.type !== '!') {
      throw badRequest(`found '${token.text}', expected: !, identifier, or 'end of string'`)
    }
    requirements.push(parseRequirement(reader))
    const after = reader.next()
    if (after.type === 'end') return requirements
    if (after.type !== ',') throw badRequest(`found '${after.text}', expected: ',' or 'end of string'`)
    const following = reader.peek()
    if (following.type !== 'identifier' && following.type !== '!') {
      throw badRequest(`found '${following.text}', expected: identifier after ','`)
    }
  }
}

/**
 * Whether labels satisfy every requirement. A missing key satisfies the negative ones
 * (labels.Requirement.Matches).
 */
export function matchesLabels(selector: LabelSelector, labels: Labels): boolean {
  return selector.every((requirement) => matches(requirement, labels))
}

function matches({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case 'in':
    case '=':
    case '==':
      return value !== undefined && values.includes(value)
    case 'notin':
    case '!=':
      return value === undefined || !values.includes(value)
    default:
      return compares(operator, value, values[0] ?? '')
  }
}

function compares(operator: '>' | '<', value: string | undefined, limit: string): boolean {
  if (value === undefined || !isInteger(value) || !isInteger(limit)) return false
  return operator === '>' ? BigInt(value) > BigInt(limit) : BigInt(value) < BigInt(limit)
}

function isInteger(text: string): boolean {
  return /^[+-]?[0-9]{1,63}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

class TokenReader {
  private readonly all: readonly Token[]
  private position = 0

  constructor(all: readonly Token[]) {
    this.all = all
  }

  /** `in` and `notin` are identifiers, except at the position of an operator. */
  peek(): Token {
    const token = this.operator(this.position)
    return token.type === 'in' || token.type === 'notin' ? { type: 'identifier', text: token.text } : token
  }

  next(): Token {
    const token = this.peek()
    this.position += 1
    return token
  }

  nextOperator(): Token {
    const token = this.operator(this.position)
    this.position += 1
    return token
  }

  private operator(position: number): Token {
    return this.all[position] ?? { type: 'end', text: '' }
  }
}

function fail(why: string): never {
  throw badRequest(`unable to parse requirement: ${why}`)
}

function parseRequirement(reader: TokenReader): Requirement {
  let token = reader.next()
  const negated = token.type === '!'
  if (negated) token = reader.next()
  if (token.type !== 'identifier') fail(`found '${token.text}', expected: identifier`)
  const key = token.text
  const faults = labelKeyFaults(key)
  if (faults.length > 0) fail(`<nil>: Invalid value: ${quote(key)}: ${faults.join('; ')}`)
  const after = reader.peek()
  if (negated || after.type === 'end' || after.type === ',') {
    return { key, operator: negated ? '!' : 'exists', values: [] }
  }
  const operator = reader.nextOperator()
  if (!operators.has(operator.type)) {
    fail(`found '${operator.text}', expected: in, notin, =, ==, !=, gt, lt`)
  }
  const set = operator.type === 'in' || operator.type === 'notin'
  const values = set ? parseValues(reader) : [parseExactValue(reader)]
  return checked({ key, operator: operator.type as Operator, values: [...new Set(values)].sort() })
}

function checked(requirement: Requirement): Requirement {
  const errors: string[] = []
  requirement.values.forEach((value, index) => {
    if ((requirement.operator === '>' || requirement.operator === '<') && !isInteger(value)) {
      errors.push(
        `values[${index}]: Invalid value: ${quote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
      )
    }
  })
  requirement.values.forEach((value, index) => {
    const faults = labelValueFaults(value)
    if (faults.length > 0) {
      errors.push(
        `values[${index}][${requirement.key}]: Invalid value: ${quote(value)}: ${faults.join('; ')}`,
      )
    }
  })
  if (errors.length > 1) fail(`[${errors.join(', ')}]`)
  if (errors.length === 1) fail(errors.join(''))
  return requirement
}

function parseExactValue(reader: TokenReader): string {
  const token = reader.peek()
  if (token.type === 'end' || token.type === ',') return ''
  reader.next()
  return token.type === 'identifier' ? token.text : fail(`found '${token.text}', expected: identifier`)
}

function parseValues(reader: TokenReader): string[] {
  const open = reader.next()
  if (open.type !== '(') fail(`found '${open.text}' expected: '('`)
  const first = reader.peek()
  if (first.type === ')') {
    reader.next()
    return ['']
  }
  if (first.type !== 'identifier' && first.type !== ',') {
    fail(`found '${first.text}', expected: ',', ')' or identifier`)
  }
  const values: string[] = []
  for (;;) {
    const token = reader.next()
    if (token.type === 'identifier') {
      values.push(token.text)
      const after = reader.peek()
      if (after.type === ')') {
        reader.next()
        return values
      }
      if (after.type !== ',') fail(`found '${after.text}', expected: ',' or ')'`)
    } else if (token.type === ',') {
      if (values.length === 0) values.push('')
      const after = reader.peek()
      if (after.type === ')') {
        reader.next()
        return [...values, '']
      }
      if (after.type === ',') {
        reader.next()
        values.push('')
      }
    } else {
      fail(`found '${token.text}', expected: ',', or identifier`)
    }
  }
}
