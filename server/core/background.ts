import { errorMessage } from './errors.ts'

/** Reports the failure of work that no caller awaits. */
export type FailureReport = (work: string, error: unknown) => void

const toStandardError: FailureReport = (work, error) => {
  process.stderr.write(`${work} failed: ${errorMessage(error)}\n`)
}

let report = toStandardError

/** Reports failures of background work of this process from now on; undefined: to standard error again. */
export function reportFailures(to: FailureReport | undefined): void {
  report = to ?? toStandardError
}

/** Reports a failure of background work, whose name is one of a bounded set: it is a label in metrics. It never throws. */
export function reportFailure(work: string, error: unknown): void {
  try {
    report(work, error)
  } catch (failure) {
    toStandardError(work, failure)
  }
}

/**
 * Runs work that no caller awaits: a promise, a timer, a callback. An unhandled failure would end the process, and with it the
 * service of every other caller and context. This function reports it and calls `recover`, which limits the damage to one
 * connection or one list. It never throws.
 */
export function background(work: string, run: () => unknown, recover?: (error: unknown) => unknown): void {
  const failed = (error: unknown): void => {
    reportFailure(work, error)
    if (recover !== undefined) background(work, () => recover(error))
  }
  try {
    const running = run()
    if (running instanceof Promise) running.catch(failed)
  } catch (error) {
    failed(error)
  }
}
