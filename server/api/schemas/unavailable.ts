import type { FromSchema } from 'json-schema-to-ts'

/** A part of a response that is left out, and the reason. */
export const unavailableSection = {
  title: 'UnavailableSection',
  type: 'object',
  additionalProperties: false,
  required: ['section', 'code', 'error'],
  properties: {
    section: { type: 'string', description: 'Name of the part, as `secrets`' },
    code: { type: 'string', enum: ['FORBIDDEN', 'INTERNAL_ERROR'] },
    error: { type: 'string', description: 'The message of the cluster' },
  },
} as const

export type UnavailableSection = FromSchema<typeof unavailableSection>
