import { badRequest, quote } from '../status.ts'
import { invalidNameReason } from './request-info.ts'

/** Rejects names that cannot be a key in storage (registry.NamespaceKeyFunc). */
export function checkName(name: string): void {
  const reason = invalidNameReason(name)
  if (reason !== undefined) throw badRequest(`Name parameter invalid: ${quote(name)}: ${reason}`)
}
