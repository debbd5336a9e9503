/** T with the fields that may be undefined or null made optional, and neither left in their types. */
export type Present<T> = {
  [K in keyof T as Extract<T[K], Absent> extends never ? K : never]: T[K]
} & {
  [K in keyof T as Extract<T[K], Absent> extends never ? never : K]?: Exclude<T[K], Absent>
}
type Absent = undefined | null

/** The same object without the fields that hold nothing: an absent value is left out of an answer, never null. */
export function present<const T extends object>(fields: T): Present<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(kept) as Present<T>
}
