import { readFile } from 'node:fs/promises'
import { KubeconfigError } from './kubeconfig-error.ts'
import { mergeKubeconfigs, type Kubeconfig } from './merge-kubeconfigs.ts'
import { parseKubeconfig } from './parse-kubeconfig.ts'

interface Content {
  readonly file: string
  readonly bytes: Buffer
}

/** Reads kubeconfig files again and again, and parses them only if they have changed. */
export class KubeconfigReader {
  readonly #files: readonly string[]
  #last: { contents: readonly Content[]; result: Kubeconfig | KubeconfigError } | undefined

  constructor(files: readonly string[]) {
    this.#files = [...new Set(files)]
  }

  /**
   * Returns the merged kubeconfig, the same object while no file changes. Files that do not exist are skipped. Throws
   * KubeconfigError, whose message names the file.
   */
  async read(): Promise<Kubeconfig> {
    const contents = (await Promise.all(this.#files.map(contentOf))).filter(
      (content) => content !== undefined,
    )
    if (contents.length === 0) throw new KubeconfigError(`no kubeconfig at ${this.#files.join(', ')}`)
    if (this.#last === undefined || !isSame(contents, this.#last.contents))
      this.#last = { contents, result: parse(contents) }
    const { result } = this.#last
    if (result instanceof KubeconfigError) throw result
    return result
  }
}

async function contentOf(file: string): Promise<Content | undefined> {
  try {
    return { file, bytes: await readFile(file) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new KubeconfigError(`the kubeconfig ${file} cannot be read: ${code ?? 'unknown reason'}`)
  }
}

function parse(contents: readonly Content[]): Kubeconfig | KubeconfigError {
  try {
    return mergeKubeconfigs(contents.map(parseContent))
  } catch (error) {
    if (error instanceof KubeconfigError) return error
    throw error
  }
}

function parseContent({ file, bytes }: Content): ReturnType<typeof parseKubeconfig> {
  try {
    return parseKubeconfig(bytes, file)
  } catch (error) {
    if (error instanceof KubeconfigError)
      throw new KubeconfigError(`the kubeconfig ${file} cannot be read: ${error.message}`)
    throw error
  }
}

function isSame(contents: readonly Content[], last: readonly Content[]): boolean {
  return (
    contents.length === last.length &&
    contents.every(({ file, bytes }, index) => file === last[index]?.file && bytes.equals(last[index].bytes))
  )
}
