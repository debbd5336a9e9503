import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSource } from 'oazapfts'
import { openApi } from '../../server/api/openapi.ts'
import { routes } from '../../server/app/routes.ts'
import { packageVersion } from '../../server/core/version.ts'
import { signInExternalRoutes } from '../../server/http/sign-in-routes.ts'

/** Returns the source of the TypeScript client that oazapfts generates from the OpenAPI document. */
export async function clientSource(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-client-'))
  try {
    const path = join(folder, 'openapi.json')
    await writeFile(path, JSON.stringify(openApi(routes, packageVersion(), signInExternalRoutes)))
    return await generateSource(path, {
      allSchemas: true,
      useUnknown: true,
      futureStripLegacyMethods: true,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
