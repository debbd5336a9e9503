import type { FromSchema } from 'json-schema-to-ts'

const addresses = { type: 'array', items: { type: 'string' } } as const

/** Addresses of endpoints, by readiness. */
export const endpoints = {
  title: 'Endpoints',
  type: 'object',
  additionalProperties: false,
  required: ['ready', 'notReady'],
  properties: { ready: addresses, notReady: addresses },
} as const

export type Endpoints = FromSchema<typeof endpoints>
