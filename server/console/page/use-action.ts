import { useState } from 'preact/hooks'
import type { RequestError } from './api.ts'
import { asError } from './use-resource.ts'

/** Calls of the service that the reader begins. */
export interface Action {
  /** The error of the last call. */
  readonly problem: RequestError | undefined
  readonly run: (call: () => Promise<unknown>) => void
}

/** Runs calls of the service that the reader begins, and keeps the error of the last one. */
export function useAction(): Action {
  const [problem, setProblem] = useState<RequestError>()
  const run = (call: () => Promise<unknown>) => {
    setProblem(undefined)
    call().catch((reason: unknown) => setProblem(asError(reason)))
  }
  return { problem, run }
}
