import { isUtf8 } from 'node:buffer'
import type { HostAccess } from './host-access.ts'
import type { TreeEntry } from './host/repository-host.ts'
import type { KustomizeResponse, MatchBody, MatchResponse, StructureResponse } from './layout-schema.ts'
import { analyzeStructure } from './layout/analyze-structure.ts'
import { filesToRead, kustomizationFiles, structuralFiles } from './layout/files-to-read.ts'
import { kustomizeLayout } from './layout/kustomize-layout.ts'
import { matchFile } from './layout/match-file.ts'
import { isManifest, MAX_FILE_BYTES, type RepositoryFile } from './layout/repository-file.ts'
import { matchRequestFiles, objectOf, reportMatches } from './match-request-files.ts'
import type { NamesOfRequest } from './names.ts'
import { openCommit, type OpenCommit } from './open-commit.ts'

/** Files that are read from the host at once. */
const AT_ONCE = 6

/** A commit with the paths of its files. */
interface OpenFiles extends OpenCommit {
  readonly paths: readonly string[]
  readonly entries: ReadonlyMap<string, TreeEntry>
  /** Whether the host left out files. */
  readonly truncated: boolean
}

/** Reads of one request that find out what the files of a repository are for. */
export class LayoutReader {
  readonly #access: HostAccess
  readonly #signal: AbortSignal

  constructor(access: HostAccess, signal: AbortSignal) {
    this.#access = access
    this.#signal = signal
  }

  /** Returns the base and the overlays that a folder or a file belongs to. */
  async kustomize(
    query: NamesOfRequest & { readonly filePath?: string | undefined },
  ): Promise<KustomizeResponse> {
    const { filePath, ...named } = query
    const path = filePath ?? named.path ?? ''
    const open = await this.#open({ ...named, path: path === '' ? undefined : path }, 'query')
    const found = kustomizationFiles(open?.paths ?? [], path)
    const { basePath, overlays, baseFiles, overlayFiles, ...rest } = kustomizeLayout(
      path,
      open === undefined ? [] : await this.#contents(open, found.paths),
    )
    return {
      ...originOf(open),
      ...rest,
      ...(basePath === undefined ? {} : { basePath }),
      overlays: [...overlays],
      baseFiles: [...baseFiles],
      overlayFiles: Object.fromEntries(
        Object.entries(overlayFiles).map(([name, files]) => [name, [...files]]),
      ),
      remoteBases: [...rest.remoteBases],
      truncated: found.truncated || open?.truncated === true,
    }
  }

  /** Returns the tools, charts, overlays and workloads of a repository. */
  async structure(query: NamesOfRequest): Promise<StructureResponse> {
    const open = await this.#open(query, 'body')
    const paths = structuralFiles(open?.paths ?? [])
    const { baseDir, overlays, charts, namespaces, workloads, patterns, ...rest } = analyzeStructure(
      open === undefined ? [] : await this.#withContents(open, paths),
    )
    return {
      ...originOf(open),
      ...rest,
      ...(baseDir === undefined ? {} : { baseDir }),
      overlays: [...overlays],
      charts: [...charts],
      namespaces: [...namespaces],
      workloads: [...workloads],
      patterns: { ...patterns, environments: [...patterns.environments] },
      truncated: open?.truncated === true || paths.length < (open?.paths ?? []).filter(isManifest).length,
    }
  }

  /** Returns the files that an object of the cluster may come from. */
  async match(body: MatchBody): Promise<MatchResponse> {
    const matched = matchRequestFiles(body)
    if (matched !== undefined) return matched
    const { owner = '', repo = '', ref } = body
    const object = objectOf(body)
    const open = await this.#open({ owner, repo, ref }, 'body')
    const files = open === undefined ? [] : await this.#withContents(open, filesToRead(open.paths, object))
    return {
      ...originOf(open),
      ...reportMatches(matchFile(object, files)),
      truncated: open?.truncated === true,
    }
  }

  async #open(query: NamesOfRequest, where: 'query' | 'body'): Promise<OpenFiles | undefined> {
    const open = await openCommit(this.#access, query, where, this.#signal)
    if (open === undefined) return undefined
    const { entries, truncated } = await open.lookup.whole()
    const files = entries.filter(({ type }) => type === 'file')
    return {
      ...open,
      paths: files.map(({ path }) => path),
      entries: new Map(files.map((entry) => [entry.path, entry])),
      truncated,
    }
  }

  /** Returns every file, those of these paths with their content. */
  async #withContents(open: OpenFiles, paths: readonly string[]): Promise<readonly RepositoryFile[]> {
    const read = new Map((await this.#contents(open, paths)).map((file) => [file.path, file]))
    return open.paths.map((path) => read.get(path) ?? { path })
  }

  /** Reads files, a few at once. One that is large, or no text, has no content. */
  async #contents(open: OpenFiles, paths: readonly string[]): Promise<readonly RepositoryFile[]> {
    const files: RepositoryFile[] = []
    const queue = [...paths]
    const work = async (): Promise<void> => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift())
        files.push(await this.#file(open, path))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return files
  }

  async #file({ host, name, entries }: OpenFiles, path: string): Promise<RepositoryFile> {
    const entry = entries.get(path)
    if (entry === undefined || (entry.size ?? 0) > MAX_FILE_BYTES) return { path }
    const bytes = await host.blob(name, entry.sha, MAX_FILE_BYTES, this.#signal)
    return isUtf8(bytes) ? { path, content: bytes.toString() } : { path }
  }
}

function originOf(open: OpenCommit | undefined): { fullName?: string; ref?: string; commit?: string } {
  return open === undefined ? {} : { fullName: open.fullName, ref: open.ref, commit: open.commit }
}
