import { spawn } from 'node:child_process'

export interface Finished {
  code: number
  stdout: Buffer
  stderr: string
}

export interface RunOptions {
  input?: string
  env?: Readonly<Record<string, string>>
  cwd?: string
  /** Prints the command and its output, for steps that take long. */
  shown?: boolean
}

/** The error thrown if a tool is not on the PATH. */
export class MissingTool extends Error {}

/** Runs a program with these arguments, without a shell. A non-zero exit code is returned, not thrown. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const { promise, resolve, reject } = Promise.withResolvers<Finished>()
  if (options.shown === true) console.log(`$ ${[command, ...args].join(' ')}`)
  const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env } })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    stdout.push(chunk)
    if (options.shown === true) process.stdout.write(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr.push(chunk)
    if (options.shown === true) process.stderr.write(chunk)
  })
  child.on('error', (error) =>
    reject(
      Reflect.get(error, 'code') === 'ENOENT'
        ? new MissingTool(`${command} is not on the PATH: install it to run this`)
        : error,
    ),
  )
  child.on('close', (code, signal) =>
    resolve({
      code: code ?? 1,
      stdout: Buffer.concat(stdout),
      stderr: Buffer.concat(stderr).toString() + (signal === null ? '' : `ended by ${signal}\n`),
    }),
  )
  // A program that exits before it has read its input explains that on stderr, so the write error is ignored.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  return promise
}

/** Returns the stdout of a program; throws an error with its output if it fails. */
export async function output(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, options)
  if (code === 0) return stdout.toString()
  const words = options.shown === true ? '' : `\n${stderr.trim() || stdout.toString()}`
  throw new Error(`${command} ${args.join(' ')}: exit ${code}${words}`)
}
