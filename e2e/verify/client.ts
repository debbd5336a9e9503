/* Writes e2e/client/generated.ts, the TypeScript client of the API. With `--check` it writes nothing and fails if the file differs. */
import { readFile, writeFile } from 'node:fs/promises'
import { clientSource } from '../support/client-source.ts'

const FILE = new URL('../client/generated.ts', import.meta.url)

const source = await clientSource()
if (!process.argv.includes('--check')) await writeFile(FILE, source)
else if ((await readFile(FILE, 'utf8')) !== source) {
  console.error('e2e/client/generated.ts differs\nrun: node e2e/verify/client.ts')
  process.exitCode = 1
}
