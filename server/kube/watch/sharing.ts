/** More than this and what is held is mostly not shared after all. */
const MAX_SHARED = 50_000

type Labels = Readonly<Record<string, string>>

/**
 * Makes equal strings and equal label maps one: ten thousand Pods have a hundred sets of labels. Forgetting costs memory
 * and nothing else, so it is done when there are too many.
 */
export class Sharing {
  readonly #strings = new Map<string, string>()
  readonly #labels = new Map<string, Labels>()

  string(text: string): string {
    const held = this.#strings.get(text)
    if (held !== undefined) return held
    if (this.#strings.size >= MAX_SHARED) this.#strings.clear()
    this.#strings.set(text, text)
    return text
  }

  /** Labels by their JSON, which need not be parsed where they are held already; throws TypeError for what are none. */
  labels(json = '{}'): Labels {
    const held = this.#labels.get(json)
    if (held !== undefined) return held
    const labels = labelsOf(JSON.parse(json))
    if (this.#labels.size >= MAX_SHARED) this.#labels.clear()
    this.#labels.set(json, labels)
    return labels
  }
}

function labelsOf(value: unknown): Labels {
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError('labels are no map')
  for (const one of Object.values(value))
    if (one !== null && typeof one !== 'string') throw new TypeError('a label is no text')
  return value as Labels
}
