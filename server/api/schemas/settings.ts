/** A list of texts in a setting: repeated in the file, comma-separated in a flag or variable. */
export const list = { type: 'array', uniqueItems: true, default: [] } as const

/** A list of group names. */
export const groups = { ...list, items: { type: 'string', minLength: 1, maxLength: 512 } } as const
