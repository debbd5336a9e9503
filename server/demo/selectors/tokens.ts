export interface Token {
  type:
    | 'end'
    | 'identifier'
    | 'error'
    | 'in'
    | 'notin'
    | '('
    | ')'
    | ','
    | '!'
    | '='
    | '=='
    | '!='
    | '>'
    | '<'
  text: string
}

const symbols = new Set<string>(['(', ')', ',', '!', '=', '==', '!=', '>', '<'])
const special = /[=!(),><]/
const space = /[ \t\r\n]/

/**
 * Splits a label selector into tokens like apimachinery's lexer: the longest operator wins, NUL ends the
 * text.
 */
export function tokens(selector: string): Token[] {
  const nul = selector.indexOf('\0')
  const text = nul === -1 ? selector : selector.slice(0, nul)
  const found: Token[] = []
  let position = 0
  while (position < text.length) {
    const character = text.charAt(position)
    if (space.test(character)) {
      position += 1
    } else if (special.test(character)) {
      const pair = text.slice(position, position + 2)
      const symbol = symbols.has(pair) ? pair : character
      found.push({ type: symbol as Token['type'], text: symbol })
      position += symbol.length
    } else {
      const start = position
      while (
        position < text.length &&
        !special.test(text.charAt(position)) &&
        !space.test(text.charAt(position))
      ) {
        position += 1
      }
      const word = text.slice(start, position)
      found.push({ type: word === 'in' || word === 'notin' ? word : 'identifier', text: word })
    }
  }
  return found
}
