import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName, objectName } from '../../api/schemas/common.ts'

const text = { type: 'string' } as const
const owner = { type: 'string', maxLength: 100 } as const
const branch = { type: 'string', minLength: 1, maxLength: 255 } as const
const filePath = { type: 'string', minLength: 1, maxLength: 4096 } as const
const sha = { type: 'string', pattern: '^(?:[0-9a-f]{40}|[0-9a-f]{64})$' } as const
const title = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
} as const
const body = { type: 'string', maxLength: 65_536 } as const
const draft = { type: 'boolean', description: 'Create a draft' } as const
const update = {
  type: 'boolean',
  description: 'Add a commit to the open pull request of the same object or branch, if there is one',
} as const

const fieldValue = {
  anyOf: [{ type: 'string', maxLength: 1024 }, { type: 'number' }, { type: 'boolean' }],
} as const

/** A field with its value before and after. */
export const fieldChange = {
  title: 'FieldChange',
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'from', 'value'],
  properties: {
    pointer: {
      type: 'string',
      maxLength: 1024,
      pattern: '^(?:/(?:[^/~]|~0|~1)+)+$',
      description: 'JSON Pointer (RFC 6901) below /spec, /data or /metadata/labels of the object',
    },
    from: { ...fieldValue, description: 'Value in the file: 409 if it has another' },
    value: { ...fieldValue, description: 'Value of the same type' },
  },
} as const

export const createPrBody = {
  title: 'CreatePullRequest',
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo', 'filePath', 'deploymentName', 'namespace'],
  properties: {
    owner,
    repo: owner,
    baseBranch: { ...branch, description: 'Default: the default branch' },
    filePath,
    content: { ...text, description: 'The whole file; required without `patch`' },
    patch: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: fieldChange,
      description:
        'Changes of fields of the object, in place of `content`: the rest of the file stays as it is, comments included',
    },
    kind: { ...text, maxLength: 63, description: 'Kind of the object, for `patch`. Default: `Deployment`' },
    deploymentName: { ...objectName, description: 'Name of the object that the file declares' },
    namespace: namespaceName,
    sha: { ...sha, description: 'The blob that the caller saw: 409 if it is no longer the file' },
    title,
    body,
    draft,
    update,
  },
} as const

export const createMultiFilePrBody = {
  title: 'CreateMultiFilePullRequest',
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo', 'files'],
  properties: {
    owner,
    repo: owner,
    baseBranch: { ...branch, description: 'Default: the default branch' },
    branch: { ...branch, description: 'Branch to create; default: one named by the content' },
    files: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        title: 'ChangedFile',
        type: 'object',
        additionalProperties: false,
        required: ['path', 'content'],
        properties: {
          path: filePath,
          content: { ...text, description: 'The whole file' },
          sha: { ...sha, description: 'The blob that the caller saw: 409 if it is no longer the file' },
        },
      },
    },
    commitMessage: { type: 'string', minLength: 1, maxLength: 65_536 },
    title,
    body,
    draft,
    update,
  },
} as const

export const mergePrBody = {
  title: 'MergePullRequest',
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo', 'pullNumber'],
  properties: {
    owner,
    repo: owner,
    pullNumber: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    mergeMethod: { enum: ['merge', 'squash', 'rebase'], description: 'Default: `merge`' },
    expectedHeadSha: { ...sha, description: 'The commit that the caller saw: 409 if the head has moved' },
    deleteBranch: {
      type: 'boolean',
      description: 'Delete the branch after the merge; default: if this service created it',
    },
  },
} as const

export const createdPr = {
  title: 'ProposedChange',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'pr', 'branch', 'commit', 'previous'],
  properties: {
    success: { type: 'boolean', const: true },
    pr: {
      title: 'PullRequestReference',
      type: 'object',
      additionalProperties: false,
      required: ['number', 'url'],
      properties: { number: { type: 'integer' }, url: text },
    },
    branch: text,
    commit: { ...text, description: 'The commit at the head of the branch' },
    existing: {
      type: 'boolean',
      description: 'Whether the pull request existed before; it may have another commit now',
    },
    previousSha: { ...text, description: 'The blob that the change replaces; absent for a new file' },
    previous: {
      type: 'array',
      items: {
        title: 'ReplacedFile',
        type: 'object',
        additionalProperties: false,
        required: ['path'],
        properties: { path: text, sha: text },
      },
      description: 'Each file with the blob that the change replaces, on the base branch',
    },
  },
} as const

export const mergedPr = {
  title: 'MergedPullRequest',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'merged', 'message'],
  properties: {
    success: { type: 'boolean', const: true },
    merged: { type: 'boolean', const: true },
    sha: { ...text, description: 'The commit on the base branch, if the host says it' },
    message: text,
  },
} as const

export type CreatePr = FromSchema<typeof createPrBody>
export type CreateMultiFilePr = FromSchema<typeof createMultiFilePrBody>
export type MergePr = FromSchema<typeof mergePrBody>
export type CreatedPr = FromSchema<typeof createdPr>
export type MergedPr = FromSchema<typeof mergedPr>
