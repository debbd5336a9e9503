import type { BundledContext } from '../kube/bundled.ts'

/** What became of one declaration: it is in the bundle, it is set aside, or it is refused with a reason. */
export type Verdict =
  /** Without a context: the cluster that the service runs in, which is there without any. */
  | { state: 'taken'; context: BundledContext | undefined }
  | { state: 'suspended' }
  | { state: 'refused'; reason: RefusalReason; message: string }

export type RefusalReason = 'Invalid' | 'NameTaken' | 'SecretMissing' | 'TooMany'
