/** Limits of each map, in entries and in characters; beyond them most values are evidently not shared. */
const [MAX_SHARED, MAX_CHARACTERS] = [50_000, 8 * 1024 * 1024]
/** Longer texts are not shared: no namespace, name or usual set of labels is as long. */
const MAX_LENGTH = 4096

type Labels = Readonly<Record<string, string>>

/** A map by text with limits. A full map is cleared, which costs memory only. */
class SharedValues<V> {
  readonly #values = new Map<string, V>()
  #characters = 0

  get(text: string): V | undefined {
    return this.#values.get(text)
  }

  add(text: string, value: V): void {
    if (text.length > MAX_LENGTH) return
    if (this.#values.size >= MAX_SHARED || this.#characters + text.length > MAX_CHARACTERS) {
      this.#values.clear()
      this.#characters = 0
    }
    this.#values.set(text, value)
    this.#characters += text.length
  }
}

/** Interns equal strings and equal label maps: ten thousand Pods have about a hundred sets of labels. */
export class Interner {
  readonly #strings = new SharedValues<string>()
  readonly #labels = new SharedValues<Labels>()

  string(text: string): string {
    const interned = this.#strings.get(text)
    if (interned !== undefined) return interned
    this.#strings.add(text, text)
    return text
  }

  /**
   * Returns the label map for its JSON, without parsing JSON it already knows; throws TypeError if the value
   * is not a label map.
   */
  labels(json = '{}'): Labels {
    const interned = this.#labels.get(json)
    if (interned !== undefined) return interned
    const labels = labelsOf(JSON.parse(json))
    this.#labels.add(json, labels)
    return labels
  }
}

function labelsOf(value: unknown): Labels {
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError('labels are not an object')
  for (const item of Object.values(value))
    if (item !== null && typeof item !== 'string') throw new TypeError('a label is not a string')
  return value as Labels
}
