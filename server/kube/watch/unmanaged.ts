const KEY = Buffer.from('"managedFields":[')
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [34, 92, 91, 93, 123, 125]

/**
 * The text of an object's JSON with nothing in its `managedFields`: nobody reads them, and they are half of what a watch
 * sends, at twice the cost of the rest. As text, that key can stand nowhere else: within a string its quotes are escaped. The
 * bytes are moved in place; what is no JSON stays none.
 */
export function unmanaged(json: Buffer): string {
  const key = json.indexOf(KEY)
  if (key < 0) return json.toString()
  const start = key + KEY.length
  const end = endOfList(json, start)
  json.copyWithin(start, end)
  return json.toString('utf8', 0, json.length - (end - start))
}

/** Where the list ends that begins before `start`: at its bracket, or behind the last byte where it has none. */
function endOfList(json: Buffer, start: number): number {
  let depth = 1
  let at = start
  for (; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    } else if (byte === OPEN_LIST || byte === OPEN_MAP) depth++
    else if ((byte === CLOSE_LIST || byte === CLOSE_MAP) && --depth === 0) return at
  }
  return json.length
}
