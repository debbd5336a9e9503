import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Clock } from '../core/clock.ts'
import { errorMessage } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { FileSink, streamSink } from './sinks.ts'
import { AuditLog } from './audit-log.ts'

/** Minimum length of a key; a shorter one could be guessed. */
const LEAST_KEY_BYTES = 16

/** The audit configuration is not usable. */
export class AuditError extends Error {}

export interface AuditSettings {
  /** A file with the key. Without one, a random key is used, and the log cannot be verified later. */
  auditKeyFile?: string
  /** A folder for this replica's log file. */
  auditFolder?: string
  auditRequired: boolean
}

/** Opens the audit log, to a file if configured, and always to the output. */
export async function openAuditLog(
  settings: AuditSettings,
  { output, log, clock, time }: { output: Writable; log: Log; clock: () => number; time: Clock },
): Promise<AuditLog> {
  const { auditKeyFile, auditFolder, auditRequired } = settings
  const key = auditKeyFile === undefined ? randomBytes(32) : await readKey(auditKeyFile)
  const stream = streamSink(output)
  const file = auditFolder === undefined ? undefined : await openFile(auditFolder)
  const auditLog = new AuditLog({
    key,
    sink: file ?? stream,
    copy: file === undefined ? undefined : stream,
    previous: file?.last ?? '',
    required: auditRequired,
    log,
    clock,
    time,
  })
  await auditLog.noteUnfinishedLines()
  return auditLog
}

/** Reads the key from a file, without a final newline. */
export async function readKey(path: string): Promise<Buffer> {
  const text = await readFile(path).catch((error: unknown) => {
    throw new AuditError(`the audit key ${path} cannot be read: ${errorMessage(error)}`)
  })
  const key = text.at(-1) === 10 ? text.subarray(0, -1) : text
  if (key.length < LEAST_KEY_BYTES)
    throw new AuditError(`the audit key ${path} has fewer than ${LEAST_KEY_BYTES} bytes`)
  return key
}

async function openFile(folder: string): Promise<FileSink> {
  const path = join(folder, `audit-${hostname()}.jsonl`)
  return FileSink.open(path).catch((error: unknown) => {
    throw new AuditError(`the audit file ${path} cannot be opened: ${errorMessage(error)}`)
  })
}
