import type { ClusterContext } from '../cluster/contexts/context.ts'

/** A context at whose address nobody listens: calls to it fail at once. */
export const unreachableContext: ClusterContext = {
  name: 'test',
  origin: 'http://127.0.0.1:9',
  basePath: '',
  credentials: { current: async () => ({ headers: {}, tls: {} }), rejected: async () => false },
  grants: { context: 'test', managedByChart: false, readOnly: false, namespaces: [] },
  declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
}
