import type { FromSchema } from 'json-schema-to-ts'

const text = { type: 'string' } as const

/** Response of GET /api/secrets/{name}/values. */
export const secretValues = {
  title: 'SecretValues',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'type', 'values'],
  properties: {
    name: text,
    namespace: text,
    type: text,
    values: {
      type: 'object',
      additionalProperties: {
        title: 'SecretValue',
        type: 'object',
        additionalProperties: false,
        required: ['value', 'encoding'],
        properties: { value: text, encoding: { enum: ['utf-8', 'base64'] } },
      },
      description: 'By key; `base64` where the value is not text in UTF-8',
    },
  },
} as const

export type SecretValues = FromSchema<typeof secretValues>
