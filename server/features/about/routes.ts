import type { FromSchema } from 'json-schema-to-ts'
import { defineRoute } from '../../api/define-route.ts'
import { authMethod } from '../../api/schemas/common.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** Response of GET /api/about. */
const about = {
  title: 'About',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'caller', 'mayWrite', 'mayAudit', 'signIn', 'features'],
  properties: {
    version: { ...text, description: 'Version of this service' },
    caller: {
      title: 'AboutCaller',
      type: 'object',
      additionalProperties: false,
      required: ['name', 'via'],
      properties: { name: text, via: authMethod },
      description: 'The name of the caller, and how it was authenticated',
    },
    mayWrite: {
      ...flag,
      description:
        'Whether the policy of this service lets the caller change objects; the cluster may still deny it',
    },
    mayAudit: { ...flag, description: 'Whether the caller may read `/api/audit`' },
    signIn: {
      title: 'AboutSignIn',
      type: 'object',
      additionalProperties: false,
      required: ['enabled'],
      properties: { enabled: flag, url: { ...text, description: 'The page to sign in at' } },
    },
    features: {
      type: 'object',
      additionalProperties: {
        title: 'FeatureState',
        type: 'object',
        additionalProperties: false,
        required: ['enabled'],
        properties: { enabled: flag, hint: { ...text, description: 'The setting that enables it' } },
      },
      description: 'The features that have to be configured, by name',
    },
  },
} as const

export type About = FromSchema<typeof about>

export const aboutRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/about',
    summary: 'Get the version, the caller and the configured features',
    operationId: 'getAbout',
    response: about,
    example: {
      version: '0.2.0',
      caller: { name: 'cluster-inspector:port-forward', via: 'port-forward' },
      mayWrite: true,
      mayAudit: false,
      signIn: { enabled: false },
      features: {
        secretValues: {
          enabled: false,
          hint: 'set secrets.reveal and secrets.revealGroups in the values of the Helm release',
        },
      },
    },
    audience: 'authenticated',
    access: [],
    handle: async (_request, { about: get }: { readonly about: () => About }) => get(),
  }),
]
