/** Builds the console into the folder that the server reads it from, or into the folder that is the argument. */
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.ts'
import { describeApi } from './describe-api.ts'

const folder = process.argv[2] ?? fileURLToPath(new URL('../built', import.meta.url))
await buildConsole(folder, describeApi())
