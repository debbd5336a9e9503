import { errorMessage } from './errors.ts'

/** Is told of work that failed while nobody awaited it. */
export type FailureReport = (work: string, error: unknown) => void

const toStandardError: FailureReport = (work, error) => {
  process.stderr.write(`${work} failed: ${errorMessage(error)}\n`)
}

let report = toStandardError

/** Reports failures of background work of this process from now on; undefined: to standard error again. */
export function reportFailures(to: FailureReport | undefined): void {
  report = to ?? toStandardError
}

/** Reports a failure of background work. It never throws. */
export function reportFailure(work: string, error: unknown): void {
  try {
    report(work, error)
  } catch (failure) {
    toStandardError(work, failure)
  }
}

/**
 * Runs work that nobody awaits: a promise, a timer, a callback. Unhandled, its failure would end the process and with it the
 * service of every other caller and context. Here it is reported, and `recover` says what it costs: one connection, one list
 * made again. The function itself never throws.
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
