/** Longest narrative, in characters. */
const MAX_NARRATIVE = 4096
/** A longer sentence is discarded. */
const MAX_SENTENCE = 1000

/** The end of a sentence, with the ids that follow it; what follows must be there already, since more ids may come. */
const SENTENCE = /^([^]*?(?:[.!?](?:\s*\[[^[\]\n]{1,64}\])*(?=\s+[^\s[])|\n))/
const CITATION = /\[([^[\]\n]{1,64})\]/g
const ID = /^e\d{1,4}$/
/** Characters other than line breaks that a terminal or a browser obeys. */
const UNPRINTABLE = /(?:(?!\n)[\p{Cc}\p{Cf}\u2028\u2029])+/gu
const TAG = /<[^>\n]{0,512}>/g
const MARKDOWN_LINK = /!?\[([^\]\n]{0,200})\]\s?\([^)\n]{0,2048}\)/g
const MARKDOWN_REFERENCE = /^\s*\[[^[\]\n]{1,64}\]:\s.*$/gm
const LINK =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s/?#"'`<>()[\]]{1,255}[^\s"'`<>]*|\b(?:javascript|data|vbscript|mailto):\S+|\bwww\.\S+/gi
/** Text in place of a link. */
const REMOVED_LINK = '(link removed)'

export interface NarrativeFacts {
  /** Ids of the evidence that a sentence may cite. */
  readonly evidenceIds: ReadonlySet<string>
  /** Hosts that links may lead to. */
  readonly hosts: ReadonlySet<string>
}

/**
 * Check of the words of a model, which are inert text: sentence by sentence as they arrive. A sentence stays if it cites
 * evidence, and none that does not exist. Links to other hosts than those of specs and states, HTML and control characters are removed.
 */
export class NarrativeCheck {
  readonly #facts: NarrativeFacts
  #pending = ''
  #length = 0
  #isFull = false

  constructor(facts: NarrativeFacts) {
    this.#facts = facts
  }

  /** Whether nothing more is accepted. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Adds words; returns the checked sentences that are complete now. */
  add(words: string): string {
    this.#pending += words
    let checked = ''
    for (;;) {
      const [sentence] = SENTENCE.exec(this.#pending) ?? []
      if (sentence === undefined) break
      this.#pending = this.#pending.slice(sentence.length)
      checked += this.#checked(sentence)
    }
    // No end in sight: such a text is no sentence.
    if (this.#pending.length > MAX_SENTENCE * 2) this.#pending = this.#pending.slice(-MAX_SENTENCE - 1)
    return checked
  }

  /** Returns the last sentence, if it is complete: of an answer that is cut it is not. */
  end(isCut: boolean): string {
    const rest = this.#pending
    this.#pending = ''
    return isCut && !/[.!?](?:\s*\[[^[\]\n]{1,64}\])*\s*$/.test(rest) ? '' : this.#checked(rest)
  }

  #checked(sentence: string): string {
    if (this.#isFull || sentence.length > MAX_SENTENCE) return ''
    // Blanks between sentences claim nothing.
    if (sentence.trim() !== '' && !this.#isCited(sentence)) return ''
    const text = this.#inert(sentence)
    if (this.#length + text.length > MAX_NARRATIVE) {
      this.#isFull = true
      return ''
    }
    this.#length += text.length
    return text
  }

  #isCited(sentence: string): boolean {
    const ids = [...sentence.matchAll(CITATION)].flatMap(([, list = '']) =>
      list.split(/[,;]/).map((id) => id.trim()),
    )
    const cited = ids.filter((id) => ID.test(id))
    return cited.length > 0 && cited.every((id) => this.#facts.evidenceIds.has(id))
  }

  #inert(sentence: string): string {
    return sentence
      .replaceAll(UNPRINTABLE, ' ')
      .replaceAll(TAG, '')
      .replaceAll(MARKDOWN_REFERENCE, '')
      .replaceAll(MARKDOWN_LINK, '$1')
      .replaceAll(LINK, (link) => (this.#isKnown(link) ? link : REMOVED_LINK))
  }

  #isKnown(link: string): boolean {
    const host = URL.parse(link)?.host ?? ''
    return /^https?:/i.test(link) && this.#facts.hosts.has(host)
  }
}
