import { execFile } from 'node:child_process'

const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'fixture',
  GIT_AUTHOR_EMAIL: 'fixture@example.invalid',
  GIT_COMMITTER_NAME: 'fixture',
  GIT_COMMITTER_EMAIL: 'fixture@example.invalid',
}
const MAX_OUTPUT = 64 * 1024 * 1024

/** An entry of a tree, to be written: a sha of null deletes the path. */
export interface WrittenEntry {
  readonly path: string
  readonly mode: string
  readonly sha: string | null
}

/** An entry of a tree as `git ls-tree` lists it. */
export interface ListedEntry {
  readonly path: string
  readonly mode: string
  readonly type: string
  readonly sha: string
  readonly size: number | undefined
}

/** Git failed; the message is its standard error. */
export class GitError extends Error {
  readonly code: number
  readonly output: string
  constructor(code: number, output: string, message: string) {
    super(message)
    this.code = code
    this.output = output
  }
}

/** A bare repository, driven by git's own commands. */
export class GitRepository {
  readonly folder: string
  /** Blobs that were written, by their content. */
  readonly #written = new Map<string, Promise<string>>()

  constructor(folder: string) {
    this.folder = folder
  }

  /** Runs git in the repository and returns its output. */
  async git(
    args: readonly string[],
    input: string | Buffer = '',
    more: NodeJS.ProcessEnv = {},
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        [...args],
        {
          cwd: this.folder,
          env: { ...ENVIRONMENT, ...more },
          encoding: 'buffer',
          maxBuffer: MAX_OUTPUT,
        },
        (error, output, errors) => {
          if (error === null) resolve(output)
          else reject(new GitError(Number(error.code ?? 1), output.toString(), errors.toString()))
        },
      )
      child.stdin?.on('error', () => undefined).end(input)
    })
  }

  async text(...args: string[]): Promise<string> {
    return (await this.git(args)).toString().trim()
  }

  async init(branch: string): Promise<void> {
    await this.git(['init', '--bare', '--quiet', `--initial-branch=${branch}`, '.'])
  }

  /** Returns the commit that a text names; undefined if it names none. */
  async resolve(name: string): Promise<string | undefined> {
    try {
      return await this.text('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
    } catch {
      return undefined
    }
  }

  async head(branch: string): Promise<string | undefined> {
    return this.resolve(`refs/heads/${branch}`)
  }

  async branches(): Promise<{ name: string; sha: string }[]> {
    const lines = await this.text('for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads')
    return lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ sha: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))
  }

  async list(sha: string, recursive: boolean): Promise<ListedEntry[]> {
    const args = ['ls-tree', '-z', '--long', ...(recursive ? ['-r', '-t'] : []), sha]
    return (await this.git(args))
      .toString()
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => {
        const [head = '', path = ''] = line.split('\t')
        const [mode = '', type = '', entry = '', size = '-'] = head.split(/ +/)
        return { path, mode, type, sha: entry, size: size === '-' ? undefined : Number(size) }
      })
  }

  async blob(sha: string): Promise<Buffer> {
    return this.git(['cat-file', 'blob', sha])
  }

  async writeBlob(content: string | Buffer): Promise<string> {
    const key = typeof content === 'string' ? content : content.toString('base64')
    const written =
      this.#written.get(key) ??
      this.git(['hash-object', '-w', '--stdin'], content).then((output) => output.toString().trim())
    this.#written.set(key, written)
    return written
  }

  /** Writes a tree: that of a base with entries replaced. */
  async writeTree(base: string | undefined, entries: readonly WrittenEntry[]): Promise<string> {
    const index = { GIT_INDEX_FILE: `${this.folder}/index-${crypto.randomUUID()}` }
    await this.git(base === undefined ? ['read-tree', '--empty'] : ['read-tree', base], '', index)
    const lines = entries.map(({ path, mode, sha }) =>
      sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${sha}\t${path}\0`,
    )
    await this.git(['update-index', '-z', '--index-info'], lines.join(''), index)
    return (await this.git(['write-tree'], '', index)).toString().trim()
  }

  async commitTree(tree: string, parents: readonly string[], message: string): Promise<string> {
    const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])]
    return (await this.git(args, message)).toString().trim()
  }

  /** Moves a ref from one commit to another, at once; `old` undefined: it must not exist. */
  async updateRef(ref: string, sha: string, old: string | undefined): Promise<void> {
    await this.git(['update-ref', ref, sha, old ?? '0'.repeat(40)])
  }

  /** Commits files to a branch, as somebody else would; null deletes one. Returns the commit. */
  async push(
    branch: string,
    files: Readonly<Record<string, string | Buffer | null>>,
    mode = '100644',
  ): Promise<string> {
    const head = await this.head(branch)
    const entries = await Promise.all(
      Object.entries(files).map(async ([path, content]) => ({
        path,
        mode,
        sha: content === null ? null : await this.writeBlob(content),
      })),
    )
    const tree = await this.writeTree(head, entries)
    const commit = await this.commitTree(tree, head === undefined ? [] : [head], 'somebody else')
    await this.updateRef(`refs/heads/${branch}`, commit, head)
    return commit
  }

  /** Merges two commits; returns the tree, or undefined if they conflict. */
  async mergeTree(ours: string, theirs: string): Promise<string | undefined> {
    try {
      return (await this.text('merge-tree', '--write-tree', ours, theirs)).split('\n')[0]
    } catch (error) {
      if (error instanceof GitError && error.code === 1) return undefined
      throw error
    }
  }

  /** Throws if the repository is damaged. */
  async check(): Promise<void> {
    await this.git(['fsck', '--strict', '--no-dangling'])
  }
}
