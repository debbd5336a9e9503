import { YAMLException } from 'js-yaml'
import type { Issue } from '../../../core/errors.ts'
import { sanitize } from '../../../core/formats/sanitize.ts'
import { isObject } from '../../../core/json.ts'
import { requireContentLimit } from '../content-limit.ts'
import { pathProblem, requireNone } from '../names.ts'
import { yamlValues } from './yaml-values.ts'

const YAML_FILE = /\.ya?ml$/i
const JSON_FILE = /\.json$/i
const TEMPLATE = /(?:^|\/)templates\//
const WORKFLOW = /^\.github\/workflows(?:\/|$)/i
const GIT = /(?:^|\/)\.git(?:\/|$)/i

export interface CheckedFile {
  readonly path: string
  readonly content: string
}

export interface FileRules {
  /** Whether Secrets that are not encrypted may be committed. */
  readonly allowSecrets: boolean
  /** Whether workflow files of the host may be committed. */
  readonly allowWorkflows: boolean
}

/**
 * Throws for files that must not be committed: paths that Git or the host gives a meaning, YAML that does not parse, Secrets
 * in plain text, and more than 1 MiB in all. `nameOf` returns the field of the request for a file and its part.
 */
export function checkFiles(
  files: readonly CheckedFile[],
  rules: FileRules,
  nameOf: (index: number, part: 'path' | 'content') => string,
): void {
  requireContentLimit(files)
  const issues: Issue[] = []
  const folded = new Set<string>()
  for (const [index, { path, content }] of files.entries()) {
    const isRepeated = folded.has(path.toLowerCase())
    folded.add(path.toLowerCase())
    const pathMessage = isRepeated
      ? 'is the path of another file of the request'
      : writtenPathProblem(path, rules)
    if (pathMessage !== undefined)
      issues.push({ in: 'body', name: nameOf(index, 'path'), message: pathMessage })
    const message = contentProblem(path, content, rules)
    if (message !== undefined) issues.push({ in: 'body', name: nameOf(index, 'content'), message })
  }
  requireNone(issues)
}

function writtenPathProblem(path: string, { allowWorkflows }: FileRules): string | undefined {
  const problem = pathProblem(path)
  if (problem !== undefined) return problem
  if (GIT.test(path)) return 'must not have a segment .git'
  if (WORKFLOW.test(path) && !allowWorkflows)
    return 'must not be a workflow of the host, unless repohost.allowWorkflows is set'
  return undefined
}

function contentProblem(path: string, content: string, { allowSecrets }: FileRules): string | undefined {
  if (!content.isWellFormed()) return 'must be text in Unicode'
  const isYaml = YAML_FILE.test(path) && !TEMPLATE.test(path)
  if (!isYaml && !JSON_FILE.test(path)) return undefined
  let values: unknown[]
  try {
    values = isYaml ? yamlValues(content) : [JSON.parse(content)]
  } catch (error) {
    // Of JSON only Secrets matter; some files named so have comments.
    return isYaml ? `must parse as YAML: ${reasonOf(error)}` : undefined
  }
  if (!allowSecrets && values.some((value) => hasPlainSecret(value, 0)))
    return 'must not contain a Secret that is not encrypted, unless repohost.allowSecrets is set'
  return undefined
}

/** Returns the reason and the line of an error, without the content. */
function reasonOf(error: unknown): string {
  if (!(error instanceof YAMLException)) return 'its structure is not usable'
  const { reason, mark } = error
  const words = sanitize(reason.replace(/["!<].*$/, '').trim(), 100)
  return mark === undefined ? words : `${words} (line ${mark.line + 1})`
}

/** Whether a manifest, or one in a List, is a Secret with values that SOPS has not encrypted. */
function hasPlainSecret(value: unknown, depth: number): boolean {
  if (!isObject(value) || depth > 3) return false
  const { kind, items } = value
  if (Array.isArray(items) && typeof kind === 'string' && kind.endsWith('List'))
    return items.some((item) => hasPlainSecret(item, depth + 1))
  return kind === 'Secret' && ('data' in value || 'stringData' in value) && !('sops' in value)
}
