import type { Random } from '../../oracle/random.ts'

/** A character that stands for bytes that are not UTF-8, since a string cannot hold them. */
const RAW = '\u{e000}'
const RAW_BYTES = Buffer.from([0xff, 0xfe, 0x80])
const TIME = /Time(stamp)?$|^(startedAt|finishedAt)$/
/** Members that hold a resourceVersion. */
const VERSIONED = /^(metadata|resourceVersion)$/
const QUANTITY = /^(cpu|memory|pods|ephemeral-storage)$/

/** Values that fit almost nowhere, as JSON. */
const ODD = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '9007199254740993',
  '-9223372036854775809',
  '""',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"":null}',
  '"\\u0000"',
  '"\\ud800"',
  `"${RAW}"`,
  '"</script>"',
  '"\\r\\nX-Injected: yes"',
  '"__proto__"',
  '{"__proto__":{"name":"x","items":[]}}',
  '{"constructor":{"prototype":{"name":"x"}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":[],"length":-1}',
]
const TIMES = [
  '""',
  '"0000-00-00T00:00:00Z"',
  '"yesterday"',
  '"9999-12-31T23:59:60Z"',
  '"+275760-09-13T00:00:01Z"',
  '1',
]
const QUANTITIES = [
  '"1e999999"',
  `"${'9'.repeat(100)}"`,
  '"-1"',
  '"NaN"',
  '"1Ki1"',
  '""',
  '" 1"',
  '1e3',
  'null',
]
const KINDS = ['"Status"', '"List"', '"PodList"', '"Secret"', '""', 'null', '"pod"']
const TOKENS = ['""', '"again"', '5', 'null', `"${'t'.repeat(9000)}"`, '"a b&continue=c"', '{}']
const COMPARABLE = ['"0"', '"1"', `"1${'0'.repeat(127)}"`]
const INCOMPARABLE = ['"abc"', '"007"', '""', '"1e3"', '"-5"', `"1${'0'.repeat(128)}"`, '12', 'null', '{}']

/** Options of lies about JSON. */
export interface OddJsonOptions {
  /** Probability of a lie for each value. */
  readonly rate: number
  /** Whether resourceVersions may be lies that do not compare. */
  readonly unordered: boolean
}

/** Writes a true value as JSON with lies in it: other types, members twice or missing, keys of prototypes, odd texts. */
export class OddJson {
  readonly #random: Random
  readonly #options: OddJsonOptions

  constructor(random: Random, options: OddJsonOptions) {
    this.#random = random
    this.#options = options
  }

  /** Returns the bytes of a value with lies in it, which may be no JSON at all. */
  bytes(value: unknown): Buffer {
    const text = this.#value(value, '')
    return withRawBytes(this.#random.chance(0.03) ? this.#broken(text) : text)
  }

  #value(value: unknown, key: string): string {
    const random = this.#random
    const lies = this.#options.unordered || key !== 'metadata'
    if (lies && random.chance(this.#options.rate)) return this.#odd(value, key)
    if (Array.isArray(value)) return this.#list(value, key)
    if (typeof value === 'object' && value !== null) return this.#object(value)
    return JSON.stringify(value) ?? 'null'
  }

  #odd(value: unknown, key: string): string {
    const random = this.#random
    if (key === 'resourceVersion') return this.#version(value)
    if (key === 'kind' || key === 'apiVersion') return random.pick(KINDS)
    if (key === 'continue') return random.pick(TOKENS)
    if (TIME.test(key)) return random.pick(TIMES)
    if (QUANTITY.test(key)) return random.pick(QUANTITIES)
    if (random.chance(0.02)) return `"${'x'.repeat(random.below(100_000))}"`
    if (random.chance(0.02)) return nested(random.pick([40, 1000, 20_000]), random.chance(0.5))
    return random.pick(ODD)
  }

  #version(value: unknown): string {
    const random = this.#random
    if (this.#options.unordered && random.chance(0.5)) return random.pick(INCOMPARABLE)
    const number = Number(value)
    if (!Number.isSafeInteger(number) || random.chance(0.3)) return random.pick(COMPARABLE)
    return JSON.stringify(String(Math.max(0, number + random.below(2000) - 1000)))
  }

  #list(list: readonly unknown[], key: string): string {
    const random = this.#random
    const written = list.map((one) => this.#value(one, key))
    if (random.chance(this.#options.rate) && written.length > 0)
      written.splice(
        random.below(written.length),
        random.below(2),
        random.pick([...ODD, written[0] ?? 'null']),
      )
    return `[${written.join(',')}]`
  }

  #object(object: object): string {
    const random = this.#random
    const members: string[] = []
    const { rate } = this.#options
    for (const [key, value] of Object.entries(object)) {
      const name = JSON.stringify(key)
      // A version that is missing does not compare.
      const lies = this.#options.unordered || !VERSIONED.test(key)
      if (lies && random.chance(rate / 2)) continue
      members.push(`${lies && random.chance(rate / 4) ? escaped(key) : name}:${this.#value(value, key)}`)
      if (lies && random.chance(rate / 4)) members.push(`${name}:${random.pick(ODD)}`)
    }
    if (random.chance(rate / 2))
      members.unshift(
        `${JSON.stringify(random.pick(['__proto__', 'constructor', 'toString', '', '\n']))}:${random.pick(ODD)}`,
      )
    return `{${members.join(random.chance(0.02) ? ' ,\t' : ',')}}`
  }

  #broken(text: string): string {
    const at = this.#random.below(text.length + 1)
    const rest = this.#random.pick([text.slice(at + 1), '', `,${text.slice(at)}`, `\u0000${text.slice(at)}`])
    return text.slice(0, at) + rest
  }
}

function nested(depth: number, lists: boolean): string {
  return lists ? '['.repeat(depth) + ']'.repeat(depth) : '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
}

function escaped(key: string): string {
  const escapes = key.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `"${escapes}"`
}

function withRawBytes(text: string): Buffer {
  if (!text.includes(RAW)) return Buffer.from(text)
  return Buffer.concat(text.split(RAW).flatMap((part) => [Buffer.from(part), RAW_BYTES]))
}
