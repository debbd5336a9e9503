import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName } from '../../api/schemas/common.ts'
import { origin, owner, path, ref, repo } from './schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

export const kustomizeQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo'],
  properties: {
    owner,
    repo,
    ref,
    path: { ...path, description: 'Folder; default: the root' },
    filePath: { ...path, description: 'A file of the base or of an overlay, instead of `path`' },
  },
} as const

const namedFolder = (title: string) =>
  ({
    title,
    type: 'object',
    additionalProperties: false,
    required: ['name', 'path'],
    properties: { name: text, path: text },
  }) as const

export const kustomizeResponse = {
  title: 'KustomizeLayout',
  type: 'object',
  additionalProperties: false,
  required: ['hasKustomization', 'overlays', 'baseFiles', 'overlayFiles', 'remoteBases', 'truncated'],
  properties: {
    ...origin,
    hasKustomization: { type: 'boolean' },
    basePath: { ...text, description: 'Folder of the base; absent without a kustomization' },
    overlays: { type: 'array', items: namedFolder('Overlay') },
    baseFiles: { ...texts, description: 'Files that the base names, with its kustomization file' },
    overlayFiles: {
      type: 'object',
      additionalProperties: texts,
      description: 'The same of each overlay, by its name; by its path if two have one name',
    },
    remoteBases: { ...texts, description: 'Bases on other hosts, which are not read' },
    truncated: { type: 'boolean', description: 'Whether there are more than 50 kustomization files' },
  },
} as const

export const structureBody = {
  title: 'AnalyzeStructure',
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo'],
  properties: { owner, repo, ref },
} as const

export const structureResponse = {
  title: 'RepositoryStructure',
  type: 'object',
  additionalProperties: false,
  required: [
    'structure',
    'hasKustomize',
    'overlays',
    'charts',
    'namespaces',
    'workloads',
    'patterns',
    'truncated',
  ],
  properties: {
    ...origin,
    structure: { enum: ['kustomize', 'helm', 'flat', 'mixed', 'unknown'] },
    hasKustomize: { type: 'boolean' },
    baseDir: { ...text, description: 'Base that most overlays build; absent without one' },
    overlays: { type: 'array', items: namedFolder('Overlay') },
    charts: { type: 'array', items: namedFolder('RepositoryChart') },
    namespaces: texts,
    workloads: {
      type: 'array',
      items: {
        title: 'RepositoryWorkload',
        type: 'object',
        additionalProperties: false,
        required: ['kind', 'name', 'path'],
        properties: { kind: text, name: text, path: text },
      },
    },
    patterns: {
      title: 'NamePatterns',
      type: 'object',
      additionalProperties: false,
      required: ['environments'],
      properties: { namePrefix: text, nameSuffix: text, environments: texts },
    },
    truncated: { type: 'boolean', description: 'Whether files are left out' },
  },
} as const

/** Paths of a request. */
export const MAX_PATHS = 2000

export const matchBody = {
  title: 'MatchFile',
  type: 'object',
  additionalProperties: false,
  required: ['resource'],
  properties: {
    resource: {
      title: 'MatchedResource',
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'name'],
      properties: {
        kind: { type: 'string', pattern: '^[A-Z][A-Za-z0-9]{0,62}$' },
        name: { type: 'string', minLength: 1, maxLength: 253 },
        namespace: namespaceName,
      },
    },
    files: {
      type: 'array',
      maxItems: MAX_PATHS,
      description: 'Files to choose from, instead of a repository',
      items: {
        title: 'MatchableFile',
        type: 'object',
        additionalProperties: false,
        required: ['path'],
        properties: { path: { ...text, minLength: 1, maxLength: 4096 }, name: text, content: text },
      },
    },
    owner,
    repo,
    ref,
  },
} as const

const fileMatch = {
  title: 'FileMatch',
  type: 'object',
  additionalProperties: false,
  required: ['path', 'confidence', 'method', 'reason'],
  properties: {
    path: text,
    confidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: '0.8 and more only where the content of files says so',
    },
    method: { enum: ['content', 'annotation', 'exact', 'directory', 'namespace', 'fuzzy'] },
    environment: { ...text, description: 'Environment that the path or the overlay names' },
    reason: text,
  },
} as const

export const matchResponse = {
  title: 'FileMatches',
  type: 'object',
  additionalProperties: false,
  required: ['match', 'candidates'],
  properties: {
    ...origin,
    match: { anyOf: [fileMatch, { type: 'null' }] },
    candidates: { type: 'array', items: fileMatch, description: 'The best ten, the match included' },
    truncated: {
      type: 'boolean',
      description: 'Whether the host left out files; absent for files of the request',
    },
  },
} as const

export type KustomizeResponse = FromSchema<typeof kustomizeResponse>
export type StructureResponse = FromSchema<typeof structureResponse>
export type MatchBody = FromSchema<typeof matchBody>
export type MatchResponse = FromSchema<typeof matchResponse>
