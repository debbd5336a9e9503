const text = { type: 'string' } as const

/** Keys of a map with the sizes of their values. */
export const keySizes = {
  type: 'array',
  items: {
    title: 'KeySize',
    type: 'object',
    additionalProperties: false,
    required: ['name', 'bytes'],
    properties: { name: text, bytes: { type: 'integer' } },
  },
} as const

/** Values by key; where a read leaves the values out, each is its size in bytes. */
export type SizedMap = Readonly<Record<string, string | number>> | null

/** Returns the keys of a map in bytewise order, each with the size of its value. */
export function sizesOf(
  values: SizedMap | undefined,
  encoding: 'utf-8' | 'base64',
): { name: string; bytes: number }[] {
  return Object.entries(values ?? {})
    .map(([name, value]) => ({ name, bytes: sizeOf(value, encoding) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function sizeOf(value: string | number | null, encoding: 'utf-8' | 'base64'): number {
  if (typeof value === 'number') return value
  return value === null ? 0 : Buffer.byteLength(value, encoding)
}
