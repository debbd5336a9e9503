import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { reasonOf } from '../errors.ts'
import type { Log } from '../http/log.ts'
import { FileSink, streamSink } from './sinks.ts'
import { Trail } from './trail.ts'

/** What a shorter one could be guessed from. */
const LEAST_KEY_BYTES = 16

/** The trail cannot be opened as it is configured. */
export class AuditError extends Error {}

export interface AuditSettings {
  /** A file that holds the key; without one the lines can be held against each other by this process alone. */
  auditKeyFile?: string
  /** A folder for a file of this replica. */
  auditFolder?: string
  auditRequired: boolean
}

/** Opens the trail: to a file where one is wanted, and to the output in any case. */
export async function openTrail(
  settings: AuditSettings,
  { output, log, clock }: { output: Writable; log: Log; clock: () => number },
): Promise<Trail> {
  const { auditKeyFile, auditFolder, auditRequired } = settings
  const key = auditKeyFile === undefined ? randomBytes(32) : await readKey(auditKeyFile)
  const stream = streamSink(output)
  const file = auditFolder === undefined ? undefined : await openFile(auditFolder)
  return new Trail({
    key,
    sink: file ?? stream,
    copy: file === undefined ? undefined : stream,
    previous: file?.last ?? '',
    required: auditRequired,
    log,
    clock,
  })
}

/** The key a file holds; the line end that editors leave does not count. */
export async function readKey(path: string): Promise<Buffer> {
  const text = await readFile(path).catch((error: unknown) => {
    throw new AuditError(`the audit key ${path} cannot be read: ${reasonOf(error)}`)
  })
  const key = text.at(-1) === 10 ? text.subarray(0, -1) : text
  if (key.length < LEAST_KEY_BYTES)
    throw new AuditError(`the audit key ${path} holds less than ${LEAST_KEY_BYTES} bytes`)
  return key
}

async function openFile(folder: string): Promise<FileSink> {
  const path = join(folder, `audit-${hostname()}.jsonl`)
  return FileSink.open(path).catch((error: unknown) => {
    throw new AuditError(`the audit file ${path} cannot be opened: ${reasonOf(error)}`)
  })
}
