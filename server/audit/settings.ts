import { groups } from '../api/schemas/settings.ts'

/** Settings of the audit log, by key. */
export const auditSettings = {
  auditGroups: { ...groups, description: 'groups whose members may read /api/audit, empty for nobody' },
  auditKeyFile: {
    type: 'string',
    minLength: 1,
    description: 'file with the key that signs the lines of the audit log (default: a random key)',
  },
  auditFolder: {
    type: 'string',
    minLength: 1,
    description: 'folder for the audit log of this replica, in addition to the service log',
  },
  auditRequired: {
    type: 'boolean',
    default: true,
    description: 'refuse changes that cannot be written to the audit log first',
  },
} as const
