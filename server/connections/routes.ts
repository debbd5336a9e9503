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
    summary: 'Contexts, and how their clusters stand',
    description: 'Each is asked for its version, at most every 30 s.',
    response: contextList,
    audience: 'authenticated',
    access: [],
    handle: async (_request, { connections }: Scope) => connections.contexts(),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/test-connection',
    summary: 'The way to a context’s cluster, step by step',
    description: 'Always 200: what fails is said in the answer, and the steps after it are skipped.',
    response: connectionTest,
    audience: 'authenticated',
    access: [],
    handle: async (_request, { connections }: Scope) => connections.test(),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/permissions',
    summary: 'What the service may do, route by route',
    description:
      'The rights of the identity that the service has in the context, in a namespace or everywhere.',
    query: permissionsQuery,
    response: permissionList,
    audience: 'authenticated',
    access: [],
    handle: async ({ query }, { connections }: Scope) => connections.permissions(query.namespace),
  }),
]
