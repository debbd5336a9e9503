/** Builds the console into the folder that the server reads it from, or into the folder that is the argument. */
import { fileURLToPath } from 'node:url'
import { openApi } from '../../api/openapi.ts'
import { routes } from '../../app/routes.ts'
import { packageVersion } from '../../core/version.ts'
import { signInExternalRoutes } from '../../http/sign-in-routes.ts'
import { kinds } from '../../kinds/register.ts'
import { buildConsole } from './build-console.ts'
import { describeApi, type DescribedApi } from './describe-api.ts'

const folder = process.argv[2] ?? fileURLToPath(new URL('../built', import.meta.url))
const api = openApi(routes, packageVersion(), signInExternalRoutes) as DescribedApi
await buildConsole(folder, describeApi(api, kinds))
