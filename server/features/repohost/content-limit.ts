import { PayloadTooLargeError } from '../../core/errors.ts'

const MAX_BYTES = 1024 * 1024

/** Throws PayloadTooLargeError for files of a request with more than 1 MiB of content in all. */
export function requireContentLimit(files: readonly { readonly content?: string | undefined }[]): void {
  const bytes = files.reduce((sum, { content = '' }) => sum + Buffer.byteLength(content), 0)
  if (bytes > MAX_BYTES)
    throw new PayloadTooLargeError(`the contents have ${bytes} bytes in all; the limit is ${MAX_BYTES}`)
}
