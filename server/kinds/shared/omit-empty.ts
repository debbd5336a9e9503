/** T with nullable fields made optional, and undefined and null removed from their types. */
export type NonEmpty<T> = {
  [K in keyof T as Extract<T[K], Absent> extends never ? K : never]: T[K]
} & {
  [K in keyof T as Extract<T[K], Absent> extends never ? never : K]?: Exclude<T[K], Absent>
}
type Absent = undefined | null

/** Returns the object without undefined and null fields: responses omit absent values. */
export function omitEmpty<const T extends object>(fields: T): NonEmpty<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(kept) as NonEmpty<T>
}
