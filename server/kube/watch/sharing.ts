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

  labels(labels: Labels): Labels {
    const key = JSON.stringify(labels)
    const held = this.#labels.get(key)
    if (held !== undefined) return held
    if (this.#labels.size >= MAX_SHARED) this.#labels.clear()
    this.#labels.set(key, labels)
    return labels
  }
}
