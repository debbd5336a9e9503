import { defineRoute } from '../../api/define-route.ts'
import { origin } from './examples.ts'
import {
  kustomizeQuery,
  kustomizeResponse,
  matchBody,
  matchResponse,
  structureBody,
  structureResponse,
} from './layout-schema.ts'
import type { Repohost } from './repohost-scope.ts'

interface Scope {
  readonly repohost: Repohost
}

const MATCH_BODY_LIMIT = 4 * 1024 * 1024

const common = {
  access: [] as readonly never[],
  contextual: false,
  audience: 'authenticated',
  action: 'read',
  crossSite: 'refuse',
} as const
const problems = ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'NOT_CONFIGURED'] as const
const match = {
  path: 'apps/web/base/deployment.yaml',
  confidence: 0.97,
  method: 'content',
  environment: 'production',
  reason: 'kustomize builds Deployment web in namespace shop-prod from it in apps/web/overlays/prod',
} as const

export const layoutRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/repohost/kustomize',
    summary: 'Get the base and the overlays around a path',
    operationId: 'getKustomizeLayout',
    description:
      'Reads the kustomization files of the repository, at most 50, those near the path first. Bases on other hosts are listed and never read; a cycle is cut. Without a kustomization file above or below the path, `hasKustomization` is false.',
    query: kustomizeQuery,
    response: kustomizeResponse,
    example: {
      ...origin,
      hasKustomization: true,
      basePath: 'apps/web/base',
      overlays: [{ name: 'prod', path: 'apps/web/overlays/prod' }],
      baseFiles: ['apps/web/base/kustomization.yaml', 'apps/web/base/deployment.yaml'],
      overlayFiles: { prod: ['apps/web/overlays/prod/kustomization.yaml'] },
      remoteBases: [],
      truncated: false,
    },
    problems,
    handle: async ({ query }, { repohost }: Scope) => repohost.layout.kustomize(query),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/api/repohost/analyze-structure',
    summary: 'Analyze the structure of a repository',
    operationId: 'analyzeRepositoryStructure',
    description:
      'Says whether the repository is laid out for kustomize, Helm, plain manifests or a mixture, with its overlays, charts, namespaces, workloads and environments. At most 120 files are read; of the others the paths count.',
    body: structureBody,
    response: structureResponse,
    example: {
      ...origin,
      structure: 'kustomize',
      hasKustomize: true,
      baseDir: 'apps/web/base',
      overlays: [{ name: 'prod', path: 'apps/web/overlays/prod' }],
      charts: [],
      namespaces: ['shop-prod'],
      workloads: [{ kind: 'Deployment', name: 'web', path: 'apps/web/base/deployment.yaml' }],
      patterns: { namePrefix: 'shop-', environments: ['prod'] },
      truncated: false,
    },
    problems,
    handle: async ({ body }, { repohost }: Scope) => repohost.layout.structure(body),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/api/repohost/match-file',
    summary: 'Find the file that an object of the cluster comes from',
    operationId: 'matchRepositoryFile',
    description:
      'Chooses among the files of a repository (`owner`, `repo`, `ref`), or among `files` of the request, which need no repository host. Content counts above paths: names and namespaces are resolved as kustomize, Helm, Flux and Argo CD do. Of a repository, about 30 manifests are read, the likeliest by their paths. A file may name its objects in the annotation `clusterinspector.dev/source-of`. `files` has at most 2,000 paths, with 1 MiB of content in all (413).',
    body: matchBody,
    bodyLimit: MATCH_BODY_LIMIT,
    response: matchResponse,
    example: { ...origin, match, candidates: [match], truncated: false },
    problems: [...problems, 'PAYLOAD_TOO_LARGE'],
    handle: async ({ body }, { repohost }: Scope) => repohost.layout.match(body),
  }),
]
