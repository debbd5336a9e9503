import { hostname } from 'node:os'
import type { Feature } from '../api/feature.ts'
import type { AuditLog } from './audit-log.ts'
import { auditSettings } from './settings.ts'
import { auditRoutes, type AuditQuery } from './routes.ts'

/** `GET /api/audit`: the last records of this replica. */
export const auditFeature: Feature<'audit', { readonly auditLog: AuditLog }, object, AuditQuery, never> = {
  name: 'audit',
  settings: auditSettings,
  routes: auditRoutes,
  start: async ({ auditLog }) => {
    const query: AuditQuery = { recent: () => ({ audit: auditLog.recent(), replica: hostname() }) }
    return { scope: () => query }
  },
}
