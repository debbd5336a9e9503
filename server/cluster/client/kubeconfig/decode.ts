import { isBase64 } from './base64.ts'
import { KubeconfigError } from './kubeconfig-error.ts'
import type { YamlObject, YamlValue } from './yaml.ts'

const empty: YamlObject = new Map()

/**
 * Fields of an object with the types that client-go decodes them to: null is the zero value, and a value of another type
 * is a KubeconfigError that names the field.
 */
export class Fields {
  readonly #object: YamlObject

  constructor(object: YamlObject) {
    this.#object = object
  }

  /** Returns the fields of a value that has to be an object; null has none. */
  static of(value: YamlValue | undefined, name: string): Fields {
    if (value === null || value === undefined) return new Fields(empty)
    if (!(value instanceof Map)) throw new KubeconfigError(`${name} must be an object`)
    return new Fields(value)
  }

  text(key: string): string {
    return textOf(this.#object.get(key), key)
  }

  /** Returns a text, or undefined for an empty one, which client-go treats as absent. */
  optional(key: string): string | undefined {
    const text = this.text(key)
    return text === '' ? undefined : text
  }

  flag(key: string): boolean {
    const value = this.#object.get(key) ?? false
    if (typeof value !== 'boolean') throw new KubeconfigError(`${key} must be true or false`)
    return value
  }

  /** Returns base64 content as text; undefined for none. */
  base64(key: string): string | undefined {
    const encoded = this.text(key).replaceAll(/[\r\n]/g, '')
    if (!isBase64(encoded)) throw new KubeconfigError(`${key} must be base64`)
    return encoded === '' ? undefined : Buffer.from(encoded, 'base64').toString('utf8')
  }

  list(key: string): readonly YamlValue[] {
    return listOf(this.#object.get(key), key)
  }

  texts(key: string): string[] {
    return this.list(key).map((item) => textOf(item, key))
  }

  object(key: string): Fields {
    return Fields.of(this.#object.get(key), key)
  }

  optionalObject(key: string): Fields | undefined {
    const value = this.#object.get(key)
    return value === null || value === undefined ? undefined : Fields.of(value, key)
  }

  /** Returns an object as a record, each value converted. */
  record<T>(key: string, convert: (value: YamlValue, key: string) => T): Record<string, T> {
    const value = this.#object.get(key)
    if (value === null || value === undefined) return {}
    if (!(value instanceof Map)) throw new KubeconfigError(`${key} must be an object`)
    return Object.fromEntries([...value].map(([name, item]) => [name, convert(item, key)]))
  }

  /** Returns a value of any type as JSON has it; undefined without one. */
  any(key: string): unknown {
    const value = this.#object.get(key)
    return value === undefined ? undefined : toJson(value)
  }
}

export function textOf(value: YamlValue | undefined, key: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') throw new KubeconfigError(`${key} must be text: put it in quotes`)
  return value
}

export function listOf(value: YamlValue | undefined, key: string): readonly YamlValue[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw new KubeconfigError(`${key} must be a list`)
  return value
}

function toJson(value: YamlValue): unknown {
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item)]))
  return value
}
