import { accountOperations } from './account-operations.ts'
import { gitOperations } from './git-operations.ts'
import { pullOperations } from './pull-operations.ts'
import type { Operation } from './types.ts'

/** Every operation of the host. */
export const operations: readonly Operation[] = [...accountOperations, ...gitOperations, ...pullOperations]
