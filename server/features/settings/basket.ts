import type { Validation } from '../../api/validation.ts'
import { PayloadTooLargeError } from '../../core/errors.ts'
import { MAX_CONTENT_BYTES, MAX_FILES, MAX_SEALED_BYTES } from './limits.ts'
import type { RecordKey } from './record-store.ts'
import type { SettingsRecord } from './record.ts'
import { basketFile, type BasketFile } from './schema.ts'
import type { Seal } from './seal.ts'

/** Name of the sealed field. */
const FIELD = 'basket'

/** The edited files of a person; `reason` says why they cannot be decrypted. */
export interface Basket {
  readonly files: readonly BasketFile[]
  readonly reason?: string
}

/** Files whose parameters have these values; a parameter that is left out matches any. */
export type FileFilter = Partial<Pick<BasketFile, 'filePath' | 'owner' | 'repo' | 'branch' | 'context'>>

/** Reads and writes the sealed files of records. */
export class SealedBasket {
  readonly #seal: Seal
  readonly #mistakeIn: (value: unknown) => string | undefined

  constructor(seal: Seal, validation: Validation) {
    this.#seal = seal
    this.#mistakeIn = validation.value(basketFile)
  }

  async open(key: RecordKey, { sealed }: SettingsRecord): Promise<Basket> {
    const text = sealed[FIELD]
    if (text === undefined) return { files: [] }
    const opened = await this.#seal.open({ record: key, field: FIELD }, text)
    if ('reason' in opened) return { files: [], reason: opened.reason }
    const items: unknown = JSON.parse(opened.content)
    return { files: Array.isArray(items) ? items.filter((item) => this.#isFile(item)) : [] }
  }

  /** Returns the record with these files. Rejects with NotConfiguredError without a key, and with PayloadTooLargeError. */
  async close(key: RecordKey, record: SettingsRecord, files: readonly BasketFile[]): Promise<SettingsRecord> {
    const { [FIELD]: before, ...others } = record.sealed
    if (files.length === 0) return before === undefined ? record : { ...record, sealed: others }
    requireLimits(files)
    const text = await this.#seal.seal({ record: key, field: FIELD }, JSON.stringify(files))
    if (text.length > MAX_SEALED_BYTES)
      throw new PayloadTooLargeError(
        `the files of the basket would take ${text.length} bytes when compressed and encrypted, and at most ${MAX_SEALED_BYTES} are possible: delete some first`,
      )
    return { ...record, sealed: { ...others, [FIELD]: text } }
  }

  #isFile(item: unknown): item is BasketFile {
    return this.#mistakeIn(item) === undefined
  }
}

/** Returns the files with one more, which replaces the file of the same key. */
export function putFile(files: readonly BasketFile[], added: BasketFile): readonly BasketFile[] {
  const { filePath, owner, repo, branch, context } = added
  const at = files.findIndex(
    (file) =>
      file.filePath === filePath &&
      file.owner === owner &&
      file.repo === repo &&
      file.branch === branch &&
      file.context === context,
  )
  return at < 0 ? [...files, added] : files.with(at, added)
}

/** Returns the files that a filter does not match; undefined if it matches none. */
export function withoutFiles(
  files: readonly BasketFile[],
  filter: FileFilter,
): readonly BasketFile[] | undefined {
  const names = ['filePath', 'owner', 'repo', 'branch', 'context'] as const
  const left = files.filter((file) =>
    names.some((name) => filter[name] !== undefined && filter[name] !== file[name]),
  )
  return left.length === files.length ? undefined : left
}

function requireLimits(files: readonly BasketFile[]): void {
  if (files.length > MAX_FILES)
    throw new PayloadTooLargeError(
      `the basket would have ${files.length} files, and at most ${MAX_FILES} are possible: delete some first`,
    )
  const bytes = files.reduce(
    (sum, { content, originalContent = '' }) =>
      sum + Buffer.byteLength(content) + Buffer.byteLength(originalContent),
    0,
  )
  if (bytes > MAX_CONTENT_BYTES)
    throw new PayloadTooLargeError(
      `the contents of the basket, old and new, would have ${bytes} bytes, and at most ${MAX_CONTENT_BYTES} are possible: delete some files first`,
    )
}
