import { readFile } from 'node:fs/promises'
import { SignInError } from './error.ts'

/** Minimum length of a key; a shorter one could be guessed. */
const LEAST_KEY_LENGTH = 32

/** Returns the session keys in a file, one a line. Rejects with SignInError. */
export async function readKeys(path: string): Promise<string[]> {
  const keys = (await readText('session keys', path)).split(/\r?\n/)
  if (keys.some((key) => key.length < LEAST_KEY_LENGTH))
    throw new SignInError(`a session key in ${path} is shorter than ${LEAST_KEY_LENGTH} characters`)
  return keys
}

/** Returns the text of a file, without surrounding whitespace such as a final newline. Rejects with SignInError. */
export async function readText(name: string, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SignInError(
      `the ${name} in ${path} cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    )
  })
  if (text.trim() === '') throw new SignInError(`the file ${path} is empty: it must contain the ${name}`)
  return text.trim()
}
