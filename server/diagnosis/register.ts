import type { AnyRule } from './define-rule.ts'
import { claimOfPodUnbound } from './rules/claim-of-pod-unbound.ts'
import { commandCannotRun } from './rules/command-cannot-run.ts'
import { configMissing } from './rules/config-missing.ts'
import { crashLoop } from './rules/crash-loop.ts'
import { deploymentStalled } from './rules/deployment-stalled.ts'
import { failingSinceChange } from './rules/failing-since-change.ts'
import { imageNotFound } from './rules/image-not-found.ts'
import { imagePullRefused } from './rules/image-pull-refused.ts'
import { initBlocked } from './rules/init-blocked.ts'
import { nodeNotReady } from './rules/node-not-ready.ts'
import { nodeOfPodNotReady } from './rules/node-of-pod-not-ready.ts'
import { nodesExcluded } from './rules/nodes-excluded.ts'
import { outOfMemory } from './rules/out-of-memory.ts'
import { probeRestarts } from './rules/probe-restarts.ts'
import { readinessFailing } from './rules/readiness-failing.ts'
import { resourcesShort } from './rules/resources-short.ts'
import { terminationStuck } from './rules/termination-stuck.ts'
import { volumeNotMounted } from './rules/volume-not-mounted.ts'

/** The register of rules: a rule is added by its row. */
export const rules: readonly AnyRule[] = [
  claimOfPodUnbound,
  commandCannotRun,
  configMissing,
  crashLoop,
  deploymentStalled,
  failingSinceChange,
  imageNotFound,
  imagePullRefused,
  initBlocked,
  nodeNotReady,
  nodeOfPodNotReady,
  nodesExcluded,
  outOfMemory,
  probeRestarts,
  readinessFailing,
  resourcesShort,
  terminationStuck,
  volumeNotMounted,
]
