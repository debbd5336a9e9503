import { auditList, type AuditList } from '../api/schemas/audit.ts'
import { defineRoute } from '../api/define-route.ts'

/** Read access to the audit log. */
export interface AuditQuery {
  recent(): AuditList
}

export const auditRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/audit',
    summary: 'List audit entries of this replica',
    operationId: 'listAuditEntries',
    description:
      'Requires membership of a group in `auth.auditReaders`. The complete audit log is in the log of the service, and in a file if one is configured.',
    response: auditList,
    audience: 'auditors',
    access: [],
    handle: async (_request, { audit }: { audit: AuditQuery }) => audit.recent(),
  }),
]
