import { createHash } from 'node:crypto'

/** Returns the object id of a blob, by the algorithm that the repository's other ids are of: SHA-1 or SHA-256. */
export function blobSha(content: string, example: string): string {
  const bytes = Buffer.from(content)
  return createHash(example.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
}
