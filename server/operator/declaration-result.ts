import type { ManagedContext } from '../cluster/contexts/managed-context.ts'

/** Result of one declaration: part of the bundle, suspended, or rejected with a reason. */
export type DeclarationResult =
  /** Undefined for the cluster that the service runs in, which exists without a declaration. */
  | { state: 'accepted'; context: ManagedContext | undefined }
  | { state: 'suspended' }
  | { state: 'rejected'; reason: RefusalReason; message: string }

export type RefusalReason = 'Invalid' | 'NameTaken' | 'SecretMissing' | 'TooMany'
