import * as models from '@kubernetes/client-node'
import { isObject } from '../core/json.ts'

const TIME = '2026-11-20T11:25:02Z'

interface Attribute {
  readonly baseName: string
  readonly type: string
}

/** Unique texts, each of which stands for the fields of an object that it was put into. */
export class Canaries {
  readonly #paths: string[][] = []
  readonly #byText = new Map<string, string>()

  /** Returns a new text for the field at this path. */
  at(path: string): string {
    this.#paths.push([path])
    return `canary-${this.#paths.length - 1}-`
  }

  /** Returns the text for the field at this path, which is equal wherever the sample has equal texts. */
  instead(text: string, path: string): string {
    const known = this.#byText.get(text)
    if (known !== undefined) {
      this.#pathsOf(known).push(path)
      return known
    }
    const canary = this.at(path)
    this.#byText.set(text, canary)
    return canary
  }

  /** Returns, for each canary in a text, the paths of the fields that it was put into. */
  in(text: string): string[][] {
    return [...new Set(text.match(/canary-\d+-/g))].map((one) => this.#pathsOf(one))
  }

  #pathsOf(canary: string): string[] {
    return this.#paths[Number(canary.split('-')[1])] ?? []
  }
}

/** Returns the name of the model of a kind in client-node; undefined where it has none. */
export function modelOf(kind: string, version: string): string | undefined {
  const prefix = `${version.charAt(0).toUpperCase()}${version.slice(1)}`
  return [`${prefix}${kind}`, `Core${prefix}${kind}`].find((name) => attributesOf(name) !== undefined)
}

function attributesOf(type: string): readonly Attribute[] | undefined {
  const model: unknown = Reflect.get(models, type)
  if (typeof model !== 'function') return undefined
  const attributes: unknown = Reflect.get(model, 'attributeTypeMap')
  return Array.isArray(attributes) ? attributes.filter(isAttribute) : undefined
}

function isAttribute(value: unknown): value is Attribute {
  return isObject(value) && typeof value.baseName === 'string' && typeof value.type === 'string'
}

/** Returns a value of a type with every field present, and a canary in every text. */
export function wholeValue(type: string, path: string, canaries: Canaries): unknown {
  const element = /^Array<(.*)>$/.exec(type)?.[1]
  if (element !== undefined) return wholeList(element, path, canaries)
  const member = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1]
  if (member !== undefined) return { [canaries.at(`${path}{key}`)]: wholeValue(member, path, canaries) }
  const attributes = attributesOf(type)
  if (attributes !== undefined) return wholeFields(attributes, path, canaries)
  if (type === 'number') return 1
  if (type === 'boolean') return true
  if (isTime(type)) return TIME
  return text(path, canaries)
}

/** Whether a projection may choose between other fields by this one, so that a sample has to keep it. */
function isDiscriminator(path: string): boolean {
  return /(?:^|\.)type$/.test(path)
}

function isTime(type: string): boolean {
  return type === 'Date' || type === 'V1MicroTime'
}

function text(path: string, canaries: Canaries): string {
  return path.endsWith('httpGet.path')
    ? `/${canaries.at(path)}?token=${canaries.at(`${path}?query`)}`
    : canaries.at(path)
}

function wholeFields(attributes: readonly Attribute[], path: string, canaries: Canaries): object {
  return Object.fromEntries(
    attributes.map(({ baseName, type }) => [baseName, wholeValue(type, inside(path, baseName), canaries)]),
  )
}

function inside(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`
}

/**
 * Returns a list with an element that has every field, and one for each field that is an object: of many of those
 * only one may be set, and a projection reads the first it finds.
 */
function wholeList(type: string, path: string, canaries: Canaries): unknown[] {
  if (type === 'string') return [canaries.at(`${path}[0]`), canaries.at(path)]
  return [wholeValue(type, path, canaries), ...unions(type, path, canaries)]
}

function unions(type: string, path: string, canaries: Canaries): unknown[] {
  const attributes = attributesOf(type) ?? []
  const scalars = attributes.filter((one) => !isModel(one) && !one.type.startsWith('Array<V'))
  return attributes.filter(isModel).flatMap(({ baseName, type: inner }) => {
    const at = inside(path, baseName)
    return [wholeValue(inner, at, canaries), ...unions(inner, at, canaries)].map((value) => ({
      ...wholeFields(scalars, path, canaries),
      [baseName]: value,
    }))
  })
}

function isModel({ type }: Attribute): boolean {
  return attributesOf(type) !== undefined
}

/**
 * Returns a copy of a sample with canaries in the fields that it does not have, and with `replaced` in those that it
 * has too.
 */
export function filled(
  sample: unknown,
  type: string | undefined,
  path: string,
  canaries: Canaries,
  replaced: boolean,
): unknown {
  if (typeof sample === 'string') {
    const isKept =
      !replaced ||
      sample === '' ||
      isDiscriminator(path) ||
      isTime(type ?? '') ||
      /^\d{4}-\d\d-\d\dT/.test(sample)
    return isKept ? sample : canaries.instead(sample, path)
  }
  if (sample === null && type !== undefined) return wholeValue(type, path, canaries)
  if (Array.isArray(sample)) {
    const element = /^Array<(.*)>$/.exec(type ?? '')?.[1]
    // The first text of a list has a path of its own, since of a command only the first may be shown.
    return sample.map((one: unknown, index) =>
      filled(one, element, element === 'string' && index === 0 ? `${path}[0]` : path, canaries, replaced),
    )
  }
  return isObject(sample) ? filledFields(sample, type, path, canaries, replaced) : sample
}

function filledFields(
  sample: Readonly<Record<string, unknown>>,
  type: string | undefined,
  path: string,
  canaries: Canaries,
  replaced: boolean,
): object {
  const member = /^\{ \[key: string\]: (.*); \}$/.exec(type ?? '')?.[1]
  const attributes = attributesOf(type ?? '') ?? []
  const present = Object.entries(sample).map(([field, value]) => {
    const known = attributes.find(({ baseName }) => baseName === field)
    const at = member === undefined ? inside(path, field) : path
    return [field, filled(value, member ?? known?.type, at, canaries, replaced)]
  })
  // Beside an object that a sample has, others may not be set: a union is left as it is.
  const hasUnion = attributes.some((one) => isModel(one) && isObject(sample[one.baseName]))
  const missing = attributes.filter((one) => !(one.baseName in sample) && !(hasUnion && isModel(one)))
  return { ...Object.fromEntries(present), ...wholeFields(missing, path, canaries) }
}
