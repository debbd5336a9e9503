/** A name and the word that stands for it. */
interface Pair {
  readonly name: string
  readonly pseudonym: string
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** Words in place of the names of objects and namespaces, for one request. */
export class Pseudonyms {
  readonly #pairs: readonly Pair[]

  /** `names`: texts that a model must not see. */
  constructor(names: Iterable<string>) {
    // A longer name comes first: the name of a Pod begins with that of its Deployment.
    const distinct = [...new Set(names)].filter((name) => name !== '')
    const longestFirst = distinct.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
    this.#pairs = longestFirst.map((name, at) => ({ name, pseudonym: `name-${at + 1}` }))
  }

  /** Returns a text with the names replaced. */
  hide(text: string): string {
    return replaceAll(
      text,
      this.#pairs.map(({ name, pseudonym }) => [name, pseudonym]),
    )
  }

  /** Returns a text with the names in it again. */
  reveal(text: string): string {
    return replaceAll(
      text,
      this.#pairs.map(({ name, pseudonym }) => [pseudonym, name]),
    )
  }
}

/** Replaces whole words in one pass, so that no replacement is replaced again. */
function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return text
  const words = new Map(pairs)
  const pattern = pairs.map(([word]) => word.replaceAll(SPECIAL, String.raw`\$&`)).join('|')
  return text.replaceAll(
    new RegExp(`(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`, 'g'),
    (word) => words.get(word) ?? word,
  )
}
