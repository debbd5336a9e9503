/** Returns the key of an object among those of its kind, as in etcd: `namespace/name`, and `/name` without a namespace. */
export function objectKey({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined
  readonly name: string
}): string {
  return `${namespace ?? ''}/${name}`
}
