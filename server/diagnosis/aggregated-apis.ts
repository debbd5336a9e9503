import { apiServices, type ApiService } from '../kinds/extensions/kinds.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './finding.ts'

/** Returns the findings of the aggregated APIs that are selected by group and version; none where they may not be read. */
export function findingsOfApis(
  facts: Facts,
  selects: (group: string, version: string) => boolean,
): readonly Finding[] {
  const all = facts.optional(() => facts.list<ApiService>(apiServices, {})) ?? []
  return all
    .filter(({ spec }) => selects(spec?.group ?? '', spec?.version ?? ''))
    .flatMap((one) => facts.findings(apiServices, one))
}
