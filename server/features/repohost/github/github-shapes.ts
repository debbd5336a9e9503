import { toIsoSeconds } from '../../../core/formats/timestamp.ts'
import { fieldOf, FieldError, listOf, numberAt, optionalTextAt, shaAt, textAt } from '../host/json-fields.ts'
import type { Installation } from '../host/installations.ts'
import type { Branch, EntryType, PullRequest, Repository, Tree, TreeEntry } from '../host/repository-host.ts'

/** Reads a repository of GitHub; Gitea has the same fields. Throws FieldError. */
export function repositoryOf(value: unknown): Repository {
  return {
    owner: textAt(value, 'owner.login'),
    repo: textAt(value, 'name'),
    fullName: textAt(value, 'full_name'),
    defaultBranch: optionalTextAt(value, 'default_branch') ?? 'main',
    private: fieldOf(value, 'private') === true,
    canPush: fieldOf(value, 'permissions.push') === true,
    updatedAt: timeOf(optionalTextAt(value, 'updated_at')),
  }
}

/** Reads an installation of an App. Throws FieldError. */
export function installationOf(value: unknown): Installation {
  return {
    id: numberAt(value, 'id'),
    account: {
      // An enterprise has a slug in place of a login.
      login: optionalTextAt(value, 'account.login') ?? textAt(value, 'account.slug'),
      type: optionalTextAt(value, 'account.type') ?? 'Enterprise',
      avatarUrl: optionalTextAt(value, 'account.avatar_url'),
    },
    repositorySelection: textAt(value, 'repository_selection') === 'all' ? 'all' : 'selected',
  }
}

/** Reads a branch. Throws FieldError. */
export function branchOf(value: unknown): Branch {
  return {
    name: textAt(value, 'name'),
    sha: shaAt(value, 'commit.sha'),
    protected: fieldOf(value, 'protected') === true,
  }
}

/** Reads a tree; Gitea has the same fields. Throws FieldError. */
export function treeOf(value: unknown): Tree {
  return {
    entries: listOf(fieldOf(value, 'tree')).map(entryOf),
    truncated: fieldOf(value, 'truncated') === true,
  }
}

/** Reads a pull request, of a list or alone. Throws FieldError. */
export function pullRequestOf(value: unknown): PullRequest {
  const isMerged = fieldOf(value, 'merged') === true || optionalTextAt(value, 'merged_at') !== undefined
  const mergeable = fieldOf(value, 'mergeable')
  return {
    number: numberAt(value, 'number'),
    url: pageAt(value, 'html_url'),
    state: isMerged ? 'merged' : textAt(value, 'state') === 'open' ? 'open' : 'closed',
    title: optionalTextAt(value, 'title') ?? '',
    head: {
      branch: textAt(value, 'head.ref'),
      sha: shaAt(value, 'head.sha'),
      isOwn: fieldOf(value, 'head.repo.id') === fieldOf(value, 'base.repo.id'),
    },
    base: textAt(value, 'base.ref'),
    mergeable: typeof mergeable === 'boolean' ? (mergeable ? 'yes' : 'no') : 'unknown',
    mergeSha: isMerged ? optionalTextAt(value, 'merge_commit_sha') : undefined,
  }
}

/** Returns the URL of a page for browsers; throws FieldError for any other scheme, which a page could run. */
function pageAt(value: unknown, path: string): string {
  const url = textAt(value, path)
  if (!/^https?:\/\//i.test(url)) throw new FieldError(path)
  return url
}

function entryOf(value: unknown): TreeEntry {
  const mode = textAt(value, 'mode')
  const type = typeOf(mode)
  const size = fieldOf(value, 'size')
  return {
    path: textAt(value, 'path'),
    type,
    mode,
    sha: shaAt(value, 'sha'),
    size: type === 'file' && typeof size === 'number' ? size : undefined,
  }
}

function typeOf(mode: string): EntryType {
  switch (mode) {
    case '040000':
    case '40000':
      return 'dir'
    case '120000':
      return 'symlink'
    case '160000':
      return 'submodule'
    default:
      if (!mode.startsWith('100')) throw new FieldError('mode')
      return 'file'
  }
}

/** Returns a time such as `2026-12-01 00:00:00 UTC` as ISO 8601; undefined for any other text. */
export function timeOf(text: string | undefined): string | undefined {
  const milliseconds = Date.parse(text ?? '')
  return Number.isNaN(milliseconds) ? undefined : toIsoSeconds(milliseconds)
}
