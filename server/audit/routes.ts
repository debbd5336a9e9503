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
    summary: 'What was changed and denied through this replica, by whom',
    description:
      'For the groups of `auth.auditReaders` alone. The whole trail is in the log, or in the file that the service was given.',
    response: auditList,
    audience: 'auditors',
    access: [],
    handle: async (_request, { audit }: { audit: AuditQuery }) => audit.recent(),
  }),
]
