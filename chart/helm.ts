import { execFile } from 'node:child_process'
import { join } from 'node:path'

export const CHART = import.meta.dirname
export const MANIFESTS = join(CHART, '..', 'manifests')

export interface HelmResult {
  code: number
  stdout: string
  stderr: string
}

/** Whether a missing helm is a failure instead of a reason to skip. Continuous integration sets it. */
// oxlint-disable-next-line node/no-process-env -- a switch of the checks, not of the server
export const helmRequired = process.env['HELM_REQUIRED'] === '1'

/** Runs helm from the PATH. A non-zero exit code is returned; that helm cannot be started is an error. */
export function helm(...args: string[]): Promise<HelmResult> {
  return new Promise((resolve, reject) => {
    execFile('helm', args, { maxBuffer: 16 * 1024 * 1024, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr })
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr })
      else reject(error)
    })
  })
}

/** Returns the reason why helm cannot be used; undefined if it can. */
export async function helmMissing(): Promise<string | undefined> {
  try {
    const { code, stderr } = await helm('version', '--short')
    return code === 0 ? undefined : `helm does not work: ${stderr.trim()}`
  } catch {
    return 'helm is not on the PATH'
  }
}

/** Renders the chart with `helm template`. Throws an error with helm's message if it fails. */
export async function render(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await helm('template', ...args)
  if (code !== 0) throw new Error(stderr.trim())
  return stdout
}
