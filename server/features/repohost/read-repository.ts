import { isUtf8 } from 'node:buffer'
import { Minimatch } from 'minimatch'
import {
  ConflictError,
  HostObjectNotFoundError,
  InvalidRequestError,
  PayloadTooLargeError,
} from '../../core/errors.ts'
import { quote } from '../../core/formats/sanitize.ts'
import type { HostAccess } from './host-access.ts'
import type { Repository, RepositoryName, TreeEntry } from './host/repository-host.ts'
import { baseName } from './layout/repository-file.ts'
import { listPages, type ListRequest } from './list-pages.ts'
import { requireNames, type NamesOfRequest } from './names.ts'
import { openCommit, type OpenCommit } from './open-commit.ts'
import type { FileContent, FileList, RepositoryBranches, RepositoryList, RepositoryTree } from './schema.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024
/** Entries of a response; the rest is left out, and the response says so. */
const MAX_ENTRIES = 20_000
const MAX_FILES = 5000
const YAML_FILES = '**/*.{yaml,yml}'
/** A pattern of callers runs without backtracking, and expands to few. */
const GLOB = { dot: true, noext: true, nonegate: true, nocomment: true, braceExpandMax: 64 } as const
const LFS = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n/

/** Reads of one request from the repository host. */
export class RepositoryReader {
  readonly #access: HostAccess
  readonly #signal: AbortSignal

  constructor(access: HostAccess, signal: AbortSignal) {
    this.#access = access
    this.#signal = signal
  }

  async repositories({
    q,
    ...query
  }: ListRequest & { readonly q?: string | undefined }): Promise<RepositoryList> {
    const host = await this.#access.forReads()
    const text = q?.trim().toLowerCase() ?? ''
    const { items, ...rest } = await listPages(
      query,
      ['repos', text],
      (page) => host.repositories(page, this.#signal),
      (one) => this.#access.isServed(one) && one.fullName.toLowerCase().includes(text),
    )
    return { repos: items.map(repositoryItem), ...rest }
  }

  async branches({ owner, repo, ...query }: RepositoryName & ListRequest): Promise<RepositoryBranches> {
    requireNames({ owner, repo }, 'query')
    const host = await this.#access.forReads()
    const found = await this.#access.repository(host, { owner, repo }, this.#signal)
    const { items, ...rest } = await listPages(query, ['branches', owner, repo], (page) =>
      host.branches(found, page, this.#signal),
    )
    return { branches: [...items], ...rest }
  }

  async tree(query: NamesOfRequest & { readonly recursive?: boolean | undefined }): Promise<RepositoryTree> {
    const { path = '', recursive = false } = query
    const opened = await this.#commit({ ...query, path: path === '' ? undefined : path })
    if (opened === undefined) return { tree: [], truncated: false }
    const { lookup, fullName, ref, commit } = opened
    const level = await lookup.level(path)
    if (level === undefined) throw await this.#noFolder(opened, path)
    const whole = recursive ? await lookup.whole() : level
    const prefix = path === '' ? '' : `${path}/`
    const entries = recursive ? whole.entries.filter((entry) => entry.path.startsWith(prefix)) : level.entries
    return {
      fullName,
      ref,
      commit,
      tree: entries.slice(0, MAX_ENTRIES).map(treeItem),
      truncated: whole.truncated || entries.length > MAX_ENTRIES,
    }
  }

  async file(query: NamesOfRequest & { readonly path: string }): Promise<FileContent> {
    const { path } = query
    const opened = await this.#commit(query)
    const entry = await opened?.lookup.entry(path)
    if (opened === undefined || entry === undefined) throw noPath(query, path)
    const { host, name, fullName, ref, commit } = opened
    if (entry.type !== 'file') throw await this.#notAFile(opened, entry)
    if ((entry.size ?? 0) > MAX_FILE_BYTES) throw tooLarge(path)
    const bytes = await host.blob(name, entry.sha, MAX_FILE_BYTES, this.#signal)
    const isText = isUtf8(bytes)
    const [, oid, size] = LFS.exec(bytes.subarray(0, 200).toString('latin1')) ?? []
    return {
      fullName,
      path,
      ref,
      commit,
      sha: entry.sha,
      size: bytes.length,
      content: bytes.toString(isText ? 'utf8' : 'base64'),
      encoding: isText ? 'utf-8' : 'base64',
      ...(oid === undefined ? {} : { lfs: { oid, size: Number(size) } }),
    }
  }

  async files({
    pattern = YAML_FILES,
    ...query
  }: NamesOfRequest & { readonly pattern?: string | undefined }): Promise<FileList> {
    // Repeated, it means the same, but takes much longer.
    const glob = new Minimatch(pattern.replaceAll(/(?:\*\*\/)+/g, '**/'), GLOB)
    const opened = await this.#commit(query)
    if (opened === undefined) return { files: [], truncated: false }
    const { lookup, fullName, ref, commit } = opened
    const { entries, truncated } = await lookup.whole()
    const matching = entries.filter(({ type, path }) => type === 'file' && glob.match(path))
    return {
      fullName,
      ref,
      commit,
      files: matching.slice(0, MAX_FILES).map(({ path, sha, size }) => ({
        name: baseName(path),
        path,
        sha,
        ...(size === undefined ? {} : { size }),
      })),
      truncated: truncated || matching.length > MAX_FILES,
    }
  }

  async #commit(query: NamesOfRequest): Promise<OpenCommit | undefined> {
    return openCommit(this.#access, query, 'query', this.#signal)
  }

  async #noFolder({ lookup, name }: OpenCommit, path: string): Promise<Error> {
    const entry = await lookup.entry(path)
    if (entry === undefined) return noPath(name, path)
    return new InvalidRequestError([
      { in: 'query', name: 'path', message: `is a ${entry.type}, not a folder` },
    ])
  }

  async #notAFile({ host, name }: OpenCommit, { type, path, sha }: TreeEntry): Promise<Error> {
    if (type === 'dir') return new ConflictError(`${quote(path)} is a folder`)
    if (type === 'submodule') return new ConflictError(`${quote(path)} is a submodule at commit ${sha}`)
    const target = await host.blob(name, sha, 4096, this.#signal)
    return new ConflictError(`${quote(path)} is a symlink to ${quote(target.toString(), 4096)}`)
  }
}

/** Returns a repository as an item of a list. */
export function repositoryItem({ updatedAt, ...one }: Repository): RepositoryList['repos'][number] {
  return { ...one, ...(updatedAt === undefined ? {} : { updatedAt }) }
}

function treeItem({ path, type, size, sha }: TreeEntry): RepositoryTree['tree'][number] {
  return { name: baseName(path), path, type, sha, ...(size === undefined ? {} : { size }) }
}

function noPath({ owner, repo }: RepositoryName, path: string): HostObjectNotFoundError {
  const repository = `${owner}/${repo}`
  return new HostObjectNotFoundError(`repository "${repository}" has no ${quote(path)} at this ref`, {
    repository,
    path,
  })
}

function tooLarge(path: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`${quote(path)} is larger than 5 MiB: read it at the host`)
}
