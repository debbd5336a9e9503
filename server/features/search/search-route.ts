import { defineRoute } from '../../api/define-route.ts'
import { right } from '../../kinds/define-kind.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import {
  MAX_BYTES,
  searchedKinds,
  searchQuery,
  searchResults,
  type SearchQuery,
  type SearchResults,
} from './schema.ts'

interface Scope {
  readonly search: { readonly find: (query: SearchQuery) => Promise<SearchResults> }
}

export const searchRoute = defineRoute({
  method: 'GET',
  path: '/api/search',
  summary: 'Find objects by name, label, image, address, node or annotation',
  operationId: 'searchObjects',
  description: `Searches every kind with a list in the caches. Of an object at most ${MAX_BYTES} bytes are searched: its name, addresses and node first, then images, labels and the keys of annotations, without those of ConfigMaps and Secrets. A kind that may not be listed is named in \`unavailable\`, and 403 if all are. A kind whose first list takes more than 3 s is named in \`syncing\`. Where the rights of the caller count and all kinds of namespaces are denied in all of them, \`namespace\` is required: 400.`,
  query: searchQuery,
  response: searchResults,
  example: {
    results: [
      {
        kind: 'Deployment',
        name: 'web',
        namespace: 'shop',
        match: { field: 'name', value: 'web' },
        status: 'Available',
      },
      {
        kind: 'Service',
        name: 'storefront',
        namespace: 'shop',
        match: { field: 'label', value: 'app=web' },
      },
    ],
    total: 2,
    unavailable: [{ section: 'secrets', code: 'FORBIDDEN', error: 'secrets is forbidden: …' }],
  },
  audience: 'cluster-authorized',
  partial: true,
  access: searchedKinds.map((kind) => right('list', kind) as Right),
  handle: async ({ query }, { search }: Scope) => search.find(query),
})
