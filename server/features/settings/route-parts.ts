import type { ProblemCode } from '../../api/schemas/problems.ts'
import type { PersonSettings } from './person-settings.ts'

/** The settings of the caller, as handlers see them. */
export interface SettingsScope {
  readonly settings: PersonSettings
}

/** The part of a declaration that all routes of settings have in common: every caller has settings, whatever its rights. */
export const PERSONAL = { audience: 'authenticated', access: [], action: 'read', contextual: false } as const

/** The same for routes that change settings. */
export const CHANGE = {
  ...PERSONAL,
  problems: ['CONFLICT', 'NOT_CONFIGURED'] satisfies readonly ProblemCode[],
} as const
