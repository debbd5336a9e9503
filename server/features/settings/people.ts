import { hash } from 'node:crypto'
import type { Caller } from '../../auth/caller.ts'
import { EVERYONE, type RecordKey } from './record-store.ts'

/** The owner of a record. */
export interface Person {
  readonly key: RecordKey
  /** Full name with the prefix of the authentication method. */
  readonly user: string
  /** Account of the person; empty if the authentication method knows none. */
  readonly subject: string
}

const everyone: Person = { key: EVERYONE, user: EVERYONE, subject: '' }
/** Hexadecimal digits of the hash of a name. */
const DIGITS = 40

/**
 * Returns the person whose settings a caller has. Callers by port-forward and of the same host have no name of their own, so
 * they share one record.
 */
export function personOf(caller: Caller | undefined): Person {
  if (caller === undefined || caller.via === 'port-forward' || caller.via === 'local') return everyone
  const { name, account, uid } = caller
  return { key: keyOf(name), user: name, subject: account ?? uid ?? '' }
}

/** Returns the key of a name: a hash, since names have characters and lengths that names of objects may not have. */
function keyOf(name: string): RecordKey {
  return `u-${hash('sha256', name).slice(0, DIGITS)}`
}
