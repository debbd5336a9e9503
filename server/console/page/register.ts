import type { ApiCatalogue, KindEntry } from './catalogue.ts'

/** Set by the build step. */
declare const CATALOGUE: ApiCatalogue

/** The API that this console was built with. */
export const catalogue: ApiCatalogue = CATALOGUE

/** Kinds that have a list, by name. */
export const listedKinds: readonly KindEntry[] = catalogue.kinds
  .filter(({ list }) => list !== null)
  .toSorted((one, other) => (one.kind < other.kind ? -1 : 1))

/** Returns the kind with this path segment or name. */
export function findKind(name: string): KindEntry | undefined {
  return catalogue.kinds.find(({ path, kind }) => path === name || kind === name)
}
