const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/**
 * Text of unknown origin made fit for one line that a person or a terminal reads: at most `limit` characters, control and
 * format characters (escapes, line ends, bidirectional overrides) turned into a space.
 */
export function printable(text: string, limit: number): string {
  return text.slice(0, limit).replaceAll(UNPRINTABLE, ' ')
}
