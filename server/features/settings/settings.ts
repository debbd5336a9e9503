import { preferencesPatch } from './schema.ts'

const { properties } = preferencesPatch

/** Settings of this feature, by key. */
export const settingsSettings = {
  settingsDefaults: {
    type: 'object',
    additionalProperties: false,
    properties,
    description:
      'defaults of the settings of people, as JSON in the shape of GET /api/settings (chart: settings.defaults)',
  },
  stateFile: {
    type: 'string',
    minLength: 1,
    description:
      'file with the settings of people outside of a cluster (default: cluster-inspector/state.json in XDG_STATE_HOME or ~/.local/state)',
  },
  sealKeysFile: {
    type: 'string',
    minLength: 1,
    description:
      'file with keys that encrypt edited files and tokens of people, one per line: the first encrypts, all decrypt (chart: seal.existingSecret)',
  },
} as const
