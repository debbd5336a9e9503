const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/**
 * Sanitizes text of unknown origin for one line in a log or terminal: at most `limit` characters, with
 * control and format characters (escapes, line breaks, bidirectional overrides) replaced by a space.
 */
export function sanitize(text: string, limit: number): string {
  return text.slice(0, limit).replaceAll(UNPRINTABLE, ' ')
}

/**
 * Quotes text of unknown origin for a sentence, as a JSON string of its sanitized form: a name with blanks or quotes
 * cannot pass for further words of the sentence.
 */
export function quote(text: string, limit = 256): string {
  return JSON.stringify(sanitize(text, limit))
}
