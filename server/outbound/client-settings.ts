import { readFile } from 'node:fs/promises'
import { userAgent } from '../core/version.ts'
import type { OutboundOptions } from './outbound-client.ts'

/** Returns the settings of a client of an outside host that do not depend on the host. Rejects if the file with its CA cannot be read. */
export async function readClientSettings(
  caFile: string | undefined,
): Promise<Pick<OutboundOptions, 'ca' | 'userAgent'>> {
  return { ca: caFile === undefined ? undefined : await readFile(caFile, 'utf8'), userAgent: userAgent() }
}
