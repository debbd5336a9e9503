import type { FromSchema } from 'json-schema-to-ts'
import { defineRoute } from '../api/define-route.ts'
import { namespaceName } from '../api/schemas/common.ts'
import { listOptions } from '../api/schemas/parameters.ts'
import type { SerializedBody } from '../core/serialized-body.ts'
import { unavailableSection } from '../api/schemas/unavailable.ts'
import { right } from '../kinds/define-kind.ts'
import type { Right } from '../kinds/rbac-table.ts'
import { factKinds } from './fact-kinds.ts'
import { severities } from './finding.ts'
import { rootFindingSchema } from './schema.ts'

const text = { type: 'string' } as const

const diagnosisQuery = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { continue: ['limit'] },
  properties: {
    namespace: { ...namespaceName, description: 'Only findings of objects in this namespace' },
    severity: { type: 'string', enum: severities, description: 'Only findings of this severity' },
    limit: listOptions.limit,
    continue: listOptions.continue,
  },
} as const

/** Response of GET /api/diagnosis. */
export const diagnosisReport = {
  title: 'DiagnosisReport',
  type: 'object',
  additionalProperties: false,
  required: ['findings', 'total', 'unavailable'],
  properties: {
    findings: {
      type: 'array',
      items: rootFindingSchema,
      description:
        'Causes only, the most severe first, then the newest; what a cause explains is listed under it',
    },
    total: { type: 'integer', minimum: 0, description: 'Number of findings on all pages' },
    unavailable: {
      type: 'array',
      items: unavailableSection,
      description: 'The kinds that could not be read: rules that need them found nothing',
    },
    syncing: {
      type: 'array',
      items: text,
      description:
        'Kinds that were still being read after 3 s: the findings are incomplete, ask again. Absent if there are none',
    },
    continue: { ...text, description: 'Token of the next page' },
  },
} as const

export type DiagnosisReport = FromSchema<typeof diagnosisReport>
export type DiagnosisQuery = FromSchema<typeof diagnosisQuery>

/** Diagnoses the cluster of the request's context. */
export interface DiagnosisReader {
  read(query: DiagnosisQuery): Promise<SerializedBody<DiagnosisReport>>
}

export const diagnosisRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/diagnosis',
    summary: 'List what is wrong in a cluster, and why',
    operationId: 'getDiagnosis',
    description:
      'Rules over the watched objects, kept up as they change: the first request begins to watch every kind that the rules read, and 15 minutes without a request end that. A finding is shown to a caller who may list its kind; rules do not see kinds that the caller may not list. A caller who may list none of the kinds gets 403. Where the rights of the caller count and Pods are denied in all namespaces, `namespace` is required: 400.',
    query: diagnosisQuery,
    response: diagnosisReport,
    example: {
      findings: [
        {
          id: 'image-not-found/Deployment/shop/web/registry.example.com/web:2',
          rule: 'image-not-found',
          severity: 'critical',
          subject: { kind: 'Deployment', name: 'web', namespace: 'shop' },
          title: 'image registry.example.com/web:2 does not exist',
          message: 'Container "app" cannot start: the registry has no image registry.example.com/web:2.',
          evidence: [
            {
              id: 'e1',
              source: 'status',
              reference: 'Pod shop/web-7c9d8f6b5-x2x9q status.containerStatuses[app].state.waiting',
              text: 'Back-off pulling image "registry.example.com/web:2": not found',
            },
          ],
          causes: [],
          hint: 'Correct the name or tag of the image, or push the image to its registry.',
          confidence: 0.95,
          since: '2026-11-27T11:58:00Z',
          affected: 20,
          explains: [
            {
              id: 'deployment-stalled/Deployment/shop/web',
              rule: 'deployment-stalled',
              subject: { kind: 'Deployment', name: 'web', namespace: 'shop' },
              title: 'rollout has stalled',
            },
          ],
        },
      ],
      total: 1,
      unavailable: [],
    },
    audience: 'cluster-authorized',
    partial: true,
    cacheable: true,
    access: factKinds.map((kind) => right('list', kind) as Right),
    handle: async ({ query }, { diagnosis }: { readonly diagnosis: DiagnosisReader }) =>
      diagnosis.read(query),
  }),
]
