import {
  connectionTest,
  contextList,
  permissionList,
  permissionsQuery,
  type ConnectionTest,
  type ContextList,
  type PermissionList,
} from '../api/schemas/connections.ts'
import { defineRoute } from '../api/define-route.ts'

/** Diagnostics of the contexts, for one caller. */
export interface ConnectionQueries {
  contexts(): Promise<ContextList>
  test(): Promise<ConnectionTest>
  permissions(namespace: string | undefined): Promise<PermissionList>
}

interface Scope {
  connections: ConnectionQueries
}

export const connectionRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/contexts',
    summary: 'List contexts with cluster health',
    operationId: 'listContexts',
    description: 'Requests the version of each cluster, at most every 30 s.',
    response: contextList,
    audience: 'authenticated',
    access: [],
    handle: async (_request, { connections }: Scope) => connections.contexts(),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/test-connection',
    summary: 'Test the connection to a cluster',
    operationId: 'testConnection',
    description:
      'Always 200: the response names the failed step, and the steps after it are skipped. Each caller gets the result of a context again for 5 s.',
    response: connectionTest,
    audience: 'authenticated',
    access: [],
    handle: async (_request, { connections }: Scope) => connections.test(),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/permissions',
    summary: 'List permissions by route',
    operationId: 'listPermissions',
    description:
      'Permissions of the identity that the service uses in the context, in a namespace or cluster-wide.',
    query: permissionsQuery,
    response: permissionList,
    audience: 'authenticated',
    access: [],
    handle: async ({ query }, { connections }: Scope) => connections.permissions(query.namespace),
  }),
]
