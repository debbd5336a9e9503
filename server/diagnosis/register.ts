import type { AnyRule } from './define-rule.ts'
import { imageNotFound } from './rules/image-not-found.ts'
import { nodeNotReady } from './rules/node-not-ready.ts'
import { nodeOfPodNotReady } from './rules/node-of-pod-not-ready.ts'
import { deploymentStalled } from './rules/deployment-stalled.ts'

/** The register of rules: a rule is added by its row. */
export const rules: readonly AnyRule[] = [imageNotFound, nodeOfPodNotReady, deploymentStalled, nodeNotReady]
