import type { Feature } from '../../api/feature.ts'
import { NotConfiguredError } from '../../core/errors.ts'
import type { Repohost } from './repohost-scope.ts'
import { repohostRoutes } from './routes.ts'
import { repohostSettings } from './settings.ts'
import type { RepohostCall, RepohostDependencies } from './start-repohost.ts'

const HINT =
  'set repohost.kind, repohost.baseUrl and repohost.existingSecret in the values of the Helm release'

async function refuse(): Promise<never> {
  throw new NotConfiguredError(`no repository host is configured here: ${HINT}`, HINT)
}

/** The repository host, if none is configured. */
const unconfigured: Repohost = {
  read: { repositories: refuse, branches: refuse, tree: refuse, file: refuse, files: refuse },
  layout: {
    kustomize: refuse,
    structure: refuse,
    // Files in the request need no host.
    match: async (body) => {
      const { matchRequestFiles } = await import('./match-request-files.ts')
      return matchRequestFiles(body) ?? refuse()
    },
  },
  write: { createPr: refuse, createMultiFilePr: refuse, mergePr: refuse },
  status: async () => ({ configured: false, authenticated: false, via: 'none', reason: HINT }),
  pullRequestStates: async (named) => named.map(() => undefined),
}

/** `/api/repohost/*`: the files behind workloads, and the pull requests that change them. */
export const repohostFeature: Feature<'repohost', RepohostDependencies, RepohostCall, Repohost, never> = {
  name: 'repohost',
  settings: repohostSettings,
  routes: repohostRoutes,
  start: async (dependencies) => {
    const { repositoryHost } = dependencies
    if (repositoryHost === undefined)
      return { state: { enabled: false, hint: HINT }, scope: () => unconfigured }
    // Loaded here: without a host, neither this feature nor its libraries need memory.
    const { startRepohost } = await import('./start-repohost.ts')
    return startRepohost(dependencies, repositoryHost)
  },
}
