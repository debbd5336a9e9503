/** Whether a JSON value is an object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the member of a JSON object that is itself an object; an empty one in any other case. */
export function objectIn(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(member) ? member : {}
}

/** Returns the members of a JSON object with their names; none for any other value. */
export function entriesOf(value: unknown): readonly [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

/** Returns the members of a JSON object that are texts; an empty object for any other value. */
export function stringMembersOf(value: unknown): Readonly<Record<string, string>> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'
  return Object.fromEntries(entriesOf(value).filter(isText))
}

/** Returns the items of a JSON list; none for any other value. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the texts of a JSON list; none for any other value. */
export function stringsOf(value: unknown): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === 'string')
}
