import { list } from '../api/schemas/settings.ts'

/** Settings of the diagnosis, by key. */
export const diagnosisSettings = {
  customResources: {
    ...list,
    items: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$' },
    description:
      'API groups of custom resources whose conditions are diagnosed, such as cert-manager.io (chart: rbac.customResources)',
  },
} as const
