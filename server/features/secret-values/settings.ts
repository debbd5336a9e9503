import { groups } from '../../api/schemas/settings.ts'

/** Settings of `GET /api/secrets/{name}/values`, by key. */
export const secretValuesSettings = {
  revealSecrets: {
    type: 'boolean',
    default: false,
    description: 'serve values of Secrets to members of revealGroups (chart: secrets.reveal)',
  },
  revealGroups: {
    ...groups,
    description:
      'groups whose members may read values of Secrets, empty for nobody (chart: secrets.revealGroups)',
  },
} as const
