import type { Kind } from '../kinds.ts'
import { type KubeObject, textAt } from '../object.ts'
import { badRequest, quote } from '../status.ts'

/** One term of a field selector. */
export interface FieldTerm {
  label: string
  value: string
  equal: boolean
}

export type FieldSelector = readonly FieldTerm[]

/** Parses apimachinery's fields.ParseSelector grammar, with its error messages. */
export function parseFieldSelector(text: string): FieldSelector {
  const terms: FieldTerm[] = []
  for (const part of splitTerms(text).sort()) {
    if (part === '') continue
    const match = /^(.*?)(!=|==|=)(.*)$/s.exec(part)
    if (match === null) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`)
    const [, label = '', operator, value = ''] = match
    terms.push({ label, value: unescape(value), equal: operator !== '!=' })
  }
  return terms.filter(({ label, value }) => label !== '' || value !== '')
}

/** Rejects unknown field labels. Kinds with a conversion of their own have another message. */
export function checkFieldLabels(selector: FieldSelector, kind: Kind): void {
  for (const { label } of selector) {
    if (kind.fieldLabels === undefined) {
      if (label !== 'metadata.name' && label !== 'metadata.namespace') {
        throw badRequest(
          `${quote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
        )
      }
    } else if (!kind.fieldLabels.has(label)) {
      throw badRequest(`field label not supported: ${label}`)
    }
  }
}

/** Whether an object satisfies every term. */
export function matchesFields(selector: FieldSelector, kind: Kind, object: KubeObject): boolean {
  return selector.every(({ label, value, equal }) => {
    const read = kind.fieldLabels?.get(label)
    const found = read === undefined ? textAt(object, label) : read(object)
    return (found === value) === equal
  })
}

/** Returns the name that a selector requires; authorization uses it as the request's name. */
export function requiredName(selector: FieldSelector): string | undefined {
  return selector.find(({ label, equal }) => label === 'metadata.name' && equal)?.value
}

function splitTerms(text: string): string[] {
  const terms: string[] = []
  let start = 0
  let escaped = false
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position)
    if (escaped) escaped = false
    else if (character === '\\') escaped = true
    else if (character === ',') {
      terms.push(text.slice(start, position))
      start = position + 1
    }
  }
  return [...terms, text.slice(start)]
}

function unescape(value: string): string {
  let plain = ''
  let escaped = false
  for (const character of value) {
    if (escaped) {
      if (!'\\,='.includes(character)) {
        throw badRequest(`invalid field selector: invalid escape sequence: \\${character}`)
      }
      plain += character
      escaped = false
    } else if (character === '\\') {
      escaped = true
    } else if (character === ',' || character === '=') {
      throw badRequest(`invalid field selector: unescaped character in value: ${character.codePointAt(0)}`)
    } else {
      plain += character
    }
  }
  if (escaped) throw badRequest('invalid field selector: invalid escape sequence: \\')
  return plain
}
