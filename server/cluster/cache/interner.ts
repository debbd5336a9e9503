/** Size limit of each map; beyond it most values are evidently not shared. */
const MAX_SHARED = 50_000

type Labels = Readonly<Record<string, string>>

/**
 * Interns equal strings and equal label maps: ten thousand Pods have about a hundred sets of labels. A full
 * map is cleared, which costs memory only.
 */
export class Interner {
  readonly #strings = new Map<string, string>()
  readonly #labels = new Map<string, Labels>()

  string(text: string): string {
    const interned = this.#strings.get(text)
    if (interned !== undefined) return interned
    if (this.#strings.size >= MAX_SHARED) this.#strings.clear()
    this.#strings.set(text, text)
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
    if (this.#labels.size >= MAX_SHARED) this.#labels.clear()
    this.#labels.set(json, labels)
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
