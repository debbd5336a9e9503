import { argoEnvironments, argoExamples } from './argo.ts'
import { fluxKustomizeHelm, fluxTenants } from './flux.ts'
import type { CorpusCase, CorpusRepository } from './manifests.ts'
import { bundles, folderPerEnvironment, monorepo } from './plain.ts'

const repositories: readonly CorpusRepository[] = [
  fluxKustomizeHelm,
  fluxTenants,
  argoExamples,
  argoEnvironments,
  folderPerEnvironment,
  bundles,
  monorepo,
]

/** A case with its repository. */
export interface PlacedCase extends CorpusCase {
  readonly repository: CorpusRepository
}

const all: readonly PlacedCase[] = repositories.flatMap((repository) =>
  repository.cases.map((one) => ({ ...one, repository })),
)

/** Cases that the matcher was tuned with, and those that it was measured with afterwards. */
export const tuningCases = all.filter((_, at) => at % 2 === 0)
export const measuringCases = all.filter((_, at) => at % 2 === 1)
