import { globSync } from 'node:fs'
import { join } from 'node:path'
import Mocha from 'mocha'
import { fixtureHooks } from '../../server/testing/fixtures.ts'
import { SecondTries } from '../support/second-tries.ts'
import { comparisons } from './compare.ts'
import { apiServer } from './environment/identity.ts'
import type { World } from './environment/world.ts'
import { allExplained, explainHooks, rootHooks } from './hooks.ts'

const LEAST_COMPARISONS = 150
/** Suites that change the installation or the cluster run after all suites that only read, in this order. */
const LAST = [
  'diagnosis.test.ts',
  'notifications.test.ts',
  'repohost.test.ts',
  'metrics.test.ts',
  'compare-yaml.test.ts',
  'callers.test.ts',
  'caller-rights.test.ts',
  'secure.test.ts',
  'two-clusters.test.ts',
  'kubeconfig-oidc.test.ts',
  'kubeconfig-overwritten.test.ts',
  'hostile-contexts.test.ts',
  'identities.test.ts',
  'leaders.test.ts',
  'scaling.test.ts',
  'settings.test.ts',
  'rights.test.ts',
  'rights-live.test.ts',
  'scope.test.ts',
  'outage.test.ts',
  'uninstall.test.ts',
  'documents.test.ts',
]

/** Runs every suite that supports a real cluster, one after the other; resolves to whether all passed. */
export async function runSuites(world: World): Promise<boolean> {
  await describeTarget(world)
  const mocha = new Mocha({ forbidOnly: true, timeout: 120_000, slow: 30_000, retries: 1, color: false })
  mocha.reporter(SecondTries)
  mocha.rootHooks(rootHooks)
  mocha.rootHooks(fixtureHooks)
  for (const file of chosen(world.root)) mocha.addFile(join(world.root, file))
  await mocha.loadFilesAsync()
  const { promise, resolve } = Promise.withResolvers<number>()
  explainHooks(mocha.run(resolve))
  const failures = await promise
  await allExplained()
  console.log(`comparisons with kubectl: ${comparisons()}`)
  const enough = process.env['E2E_ONLY'] !== undefined || comparisons() > LEAST_COMPARISONS
  if (!enough) console.error(`too few: more than ${LEAST_COMPARISONS} are wanted`)
  return failures === 0 && enough
}

/** Returns the suites in their order. E2E_ONLY, a comma-separated list of parts of paths, selects suites. */
function chosen(root: string): string[] {
  const at = (pattern: string) => globSync(pattern, { cwd: root }).sort()
  const own = at('e2e/cluster/*.test.ts')
  const last = LAST.map((name) => join('e2e', 'cluster', name))
  const all = [
    ...at('e2e/api/**/*.test.ts'),
    ...at('e2e/console/main-path.test.ts'),
    ...at('e2e/faults/traversal.test.ts'),
    ...at('e2e/conformance/**/*.test.ts'),
    ...own.filter((file) => !last.includes(file)),
    ...last,
  ]
  const only = process.env['E2E_ONLY']?.split(',')
  return only === undefined ? all : all.filter((file) => only.some((part) => file.includes(part)))
}

/** Sets the variables that e2e/target and e2e/conformance read. */
async function describeTarget(world: World): Promise<void> {
  const { forward, access, folder, image, kubectl } = world
  const { url } = await apiServer(kubectl)
  const ca = join(folder, 'ca.crt')
  Object.assign(process.env, {
    E2E_API: forward.api,
    E2E_OPERATIONS: forward.operations,
    E2E_KUBE_URL: url,
    E2E_KUBE_TOKEN: access.token,
    E2E_KUBE_CA: ca,
    E2E_IMAGE: image,
    CONFORMANCE_URL: url,
    CONFORMANCE_TOKEN: access.token,
    CONFORMANCE_CA: ca,
    CONFORMANCE_IMAGE: image,
  })
}
