import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../api/schemas/common.ts'
import { unavailableSection } from '../api/schemas/unavailable.ts'

const text = { type: 'string' } as const

/** Objects of one relation and kind in a response. */
export const MAX_RELATED = 50

/** Relation of an object to one that it names, and the relation of that to the object. */
export const INVERSE = {
  owner: 'owns',
  uses: 'usedBy',
  bound: 'bound',
  runsOn: 'runs',
  scales: 'scaledBy',
  routesTo: 'routedBy',
  selects: 'selectedBy',
} as const

/** Relation of an object to one that it names. */
export type Reference = keyof typeof INVERSE

export const relatedObject = {
  title: 'RelatedObject',
  type: 'object',
  additionalProperties: false,
  required: ['relation', 'kind', 'name'],
  properties: {
    relation: {
      type: 'string',
      enum: [...new Set(Object.entries(INVERSE).flat())],
      description:
        'Relation of the object to this one. `owner`: it is owned by it, the controller first; `owns`: it controls it, also through another object that it controls. `uses`, `usedBy`: configuration, storage, identity. `bound`: volume and claim. `runsOn`, `runs`: Pod and Node. `scales`, `scaledBy`: autoscaler and target. `routesTo`, `routedBy`: Ingress and Service, also of the Pods that the Service selects. `selects`, `selectedBy`: Service, NetworkPolicy or PodDisruptionBudget and Pods, also of a Pod template',
    },
    kind: { ...text, description: 'As `Deployment`' },
    name: text,
    namespace: { ...text, description: 'Absent for kinds without namespaces' },
  },
} as const

const managedBy = {
  title: 'ManagedBy',
  type: 'object',
  additionalProperties: false,
  required: ['tool', 'name'],
  properties: {
    tool: { type: 'string', enum: ['argocd', 'flux', 'helm'] },
    name: {
      ...text,
      description:
        'Of the application (Argo CD), the Kustomization or HelmRelease (Flux), or the release (Helm)',
    },
    namespace: text,
  },
  description: 'The tool that the labels and annotations name, if any',
} as const

/** Members of a detail with `include=related`. */
export const relatedMembers = {
  related: {
    type: 'array',
    items: relatedObject,
    description: `Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most ${MAX_RELATED}, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with \`include=related\``,
  },
  relatedUnavailable: {
    type: 'array',
    items: unavailableSection,
    description: 'The kinds that could not be listed: `related` lacks them. Absent if there are none',
  },
  managedBy,
} as const

const relatedResponse = {
  type: 'object',
  additionalProperties: false,
  required: ['related'],
  properties: relatedMembers,
} as const

/** Object of a kind with what its relations follow from. */
export const relationEntry = {
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name', 'uid', 'createdAt', 'labels', 'references'],
  properties: {
    kind: text,
    name: text,
    namespace: text,
    uid: text,
    createdAt: text,
    controller: { ...text, description: 'The uid of the owner that controls it' },
    labels: stringMap,
    podLabels: { ...stringMap, description: 'Labels of its Pod template' },
    selector: { ...text, description: 'Label selector of the Pods that it selects; absent: none' },
    references: { type: 'array', items: relatedObject },
  },
} as const

export type RelatedObject = Readonly<FromSchema<typeof relatedObject>>
export type Related = FromSchema<typeof relatedResponse>
export type ManagedBy = FromSchema<typeof managedBy>
export type RelationEntry = Readonly<FromSchema<typeof relationEntry>>
