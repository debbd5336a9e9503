import { jsonPointer } from '../../core/formats/json-pointer.ts'
import { isObject } from '../../core/json.ts'
import { CREDENTIAL, maskAnnotation, MASK, withoutUserinfo } from '../../core/redact.ts'

/** A copy of an object without secret values, and the JSON Pointers (RFC 6901) of what was masked. */
export interface MaskedObject {
  readonly object: unknown
  readonly masked: readonly string[]
}

/** Levels of nesting; what lies deeper is masked, so that no object overflows the stack. */
const DEEPEST = 200

/**
 * Masks what `kubectl get -o yaml` would show and a dashboard must not: data of Secrets, wherever an object of that kind is
 * embedded (as a map, or as JSON in an annotation), and in custom resources texts under names of credentials and the user
 * information of URLs. Everything else stays as it is.
 */
export function maskObject(object: unknown, isCustom: boolean): MaskedObject {
  const masker = new Masker(isCustom, isObject(object) && object['kind'] === 'Secret')
  return { object: masker.value(object, []), masked: masker.masked.map(jsonPointer) }
}

type Path = readonly (string | number)[]

class Masker {
  readonly masked: Path[] = []
  readonly #isCustom: boolean
  /** Whether the object itself is a Secret, in whose annotations any tool may have left a copy of its values. */
  readonly #isSecret: boolean

  constructor(isCustom: boolean, isSecret: boolean) {
    this.#isCustom = isCustom
    this.#isSecret = isSecret
  }

  value(value: unknown, path: Path): unknown {
    if (path.length > DEEPEST) return this.#replaced(MASK, path)
    if (Array.isArray(value)) return value.map((one: unknown, index) => this.value(one, [...path, index]))
    if (isObject(value)) return this.#object(value, path)
    return this.#isCustom && typeof value === 'string' ? this.#url(value, path) : value
  }

  #object(object: Readonly<Record<string, unknown>>, path: Path): unknown {
    const isSecret = object['kind'] === 'Secret'
    const members = Object.entries(object).map(([name, value]): [string, unknown] => {
      const at = [...path, name]
      if (isSecret && (name === 'data' || name === 'stringData')) return [name, this.#data(value, at)]
      if (name === 'annotations' && isObject(value)) return [name, this.#annotations(value, at)]
      if (this.#isCustom && typeof value === 'string' && CREDENTIAL.test(name))
        return [name, this.#replaced(MASK, at)]
      return [name, this.value(value, at)]
    })
    return Object.fromEntries(members)
  }

  /** Masks the values of a Secret, and keeps its keys and, where the read has them, their sizes. */
  #data(data: unknown, path: Path): unknown {
    if (!isObject(data)) return data === null || data === undefined ? data : this.#replaced(MASK, path)
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, this.#replaced(maskWithSize(value), [...path, key])]),
    )
  }

  #annotations(all: Readonly<Record<string, unknown>>, path: Path): unknown {
    return Object.fromEntries(
      Object.entries(all).map(([name, value]) => {
        if (typeof value !== 'string') return [name, this.value(value, [...path, name])]
        const text = this.#isSecret ? maskAnnotation(name, value) : this.#embedded(value)
        return [name, text === value ? value : this.#replaced(text, [...path, name])]
      }),
    )
  }

  /** Masks the Secrets in a text that is JSON; returns any other text as it is. */
  #embedded(text: string): string {
    if (!/^\s*[[{]/.test(text)) return text
    try {
      const { object, masked } = maskObject(JSON.parse(text), this.#isCustom)
      return masked.length === 0 ? text : JSON.stringify(object)
    } catch {
      return text
    }
  }

  #url(text: string, path: Path): string {
    const masked = withoutUserinfo(text)
    return masked === text ? text : this.#replaced(masked, path)
  }

  #replaced(value: string, path: Path): string {
    this.masked.push(path)
    return value
  }
}

function maskWithSize(value: unknown): string {
  return typeof value === 'number' ? `(masked, ${value} bytes)` : MASK
}
