import { defineRoute } from '../../api/define-route.ts'
import { StatusBody } from '../../api/responses.ts'
import { createdPr, createMultiFilePrBody, createPrBody, mergedPr, mergePrBody } from './change-schema.ts'
import { BLOB, COMMIT } from './examples.ts'
import type { Repohost } from './repohost-scope.ts'

interface Scope {
  readonly repohost: Repohost
}

/** 4 MiB of JSON: 1 MiB of content, escaped. */
const BODY_LIMIT = 4 * 1024 * 1024
const MULTI_DEADLINE_MS = 30_000

const common = {
  method: 'POST',
  access: [] as readonly never[],
  audience: 'authenticated',
  contextual: false,
  action: 'write',
  crossSite: 'refuse',
} as const
const problems = [
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'NOT_CONFIGURED',
  'UNAVAILABLE',
] as const
const NEEDS =
  'Needs the connected account of the caller, or `repohost.shared` of `write` (403), is refused with `repohost.readOnly` (403), and at most 20 times a minute per caller (429). The audit log has an entry before and after.'
const RULES =
  'One commit has all files; the base branch stays. The branch is named by the content, so the same request finds its open pull request: 200 with `existing`, otherwise 201. A failure leaves no branch behind. 409 if nothing changes, the repository is empty, a path is no file, or `sha` is no longer the file. Contents of at most 1 MiB in all (413); YAML has to parse, with unique keys, and is not reformatted; Secrets in plain text and workflows of the host are refused. `Requested-by` in the description names the caller.'
const example = {
  success: true,
  pr: { number: 12, url: 'https://git.example.com/shop/deploy/pull/12' },
  branch: 'cluster-inspector/shop/web-0a1b2c3d4e5f',
  commit: COMMIT,
  previous: [{ path: 'apps/web.yaml', sha: BLOB }],
}

export const writeRoutes = [
  defineRoute({
    ...common,
    path: '/api/repohost/create-pr',
    summary: 'Propose a change of one file by a pull request',
    operationId: 'createPullRequest',
    description: `${RULES} With \`patch\` in place of \`content\`, only values of fields of the object change; 409 if the file does not declare it once, or has other values. With \`update\`, the open pull request of the same object gets another commit. ${NEEDS}`,
    body: createPrBody,
    bodyLimit: BODY_LIMIT,
    response: createdPr,
    statuses: [200, 201],
    example: { ...example, previousSha: BLOB },
    problems,
    handle: async ({ body }, { repohost }: Scope) => {
      const { isCreated, body: created } = await repohost.write.createPr(body)
      return new StatusBody(isCreated ? 201 : 200, created)
    },
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/create-multi-file-pr',
    summary: 'Propose a change of several files by a pull request',
    operationId: 'createMultiFilePullRequest',
    description: `${RULES} With \`update\`, the open pull request of \`branch\` gets another commit. ${NEEDS}`,
    body: createMultiFilePrBody,
    bodyLimit: BODY_LIMIT,
    deadlineMs: MULTI_DEADLINE_MS,
    response: createdPr,
    statuses: [200, 201],
    example,
    problems,
    handle: async ({ body }, { repohost }: Scope) => {
      const { isCreated, body: created } = await repohost.write.createMultiFilePr(body)
      return new StatusBody(isCreated ? 201 : 200, created)
    },
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/merge-pr',
    summary: 'Merge a pull request',
    operationId: 'mergePullRequest',
    description: `Merges at the head that was read, or \`expectedHeadSha\`: 409 if it has moved. One that is merged already is a success. 409 with the \`reason\` of the host if it cannot be merged, and with \`Retry-After\` while the host computes that. ${NEEDS}`,
    body: mergePrBody,
    response: mergedPr,
    example: { success: true, merged: true, sha: COMMIT, message: 'pull request 12 is merged' },
    problems,
    handle: async ({ body }, { repohost }: Scope) => repohost.write.mergePr(body),
  }),
]
