import type { ObjectSchema } from '../../api/define-route.ts'
import { timestamp as timestampSchema } from '../../api/schemas/common.ts'
import { restartBody } from '../../api/schemas/parameters.ts'
import { readObject } from '../../cluster/malformed-object.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { ConflictError } from '../../core/errors.ts'
import { toIsoSeconds } from '../../core/formats/timestamp.ts'
import type { Action, ActionCall, KubernetesObject } from '../define-kind.ts'
import type { PodTemplate } from '../pods/model.ts'

/** The annotation that kubectl writes, so that both show the same restarts in `kubectl rollout history`. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

/** Attempts to patch the state that was read; the last one is unconditional, since a busy status changes all the time. */
const ATTEMPTS = 3

/** A workload whose controller replaces its Pods when their template changes. */
export interface Restartable extends KubernetesObject {
  spec?: { template?: PodTemplate }
}

/** Rules of a kind on its restarts. */
export interface RestartRules<T> {
  /** Sentences of the route's description, besides those of every restart. */
  readonly description: string
  /** Returns the reason why a restart is refused, as the predicate of a sentence. */
  readonly obstacle?: (object: T) => string | undefined
  /** Returns the effect of a restart, as the predicate of a sentence. */
  readonly effect: (object: T) => string
}

/**
 * Returns the action that restarts a workload by changing one annotation of its Pod template. A second restart within one second
 * would change nothing and is a Conflict, as is what the kind's rules refuse. A watched object takes one call: the patch carries
 * the cached resourceVersion, and only if that is out of date is the current state read.
 */
export function restartAction<T extends Restartable>(kind: string, rules: RestartRules<T>): Action<T> {
  return {
    name: 'restart',
    summary: `Restart a ${kind} by a rolling update`,
    description: `Sets the annotation \`${RESTARTED_AT}\` of its Pod template. ${rules.description} A second restart within one second is a 409.`,
    verb: 'patch',
    body: restartBody,
    response: restartSchema(kind),
    event: { reason: 'Restarted', text: 'Restarted' },
    run: async (call, cluster) => restart(call, cluster, rules),
  }
}

/** Returns the schema of a restart's response, which names the object under its kind in lower case. */
function restartSchema(kind: string): ObjectSchema {
  const subject = kind.toLowerCase()
  return {
    title: `${kind}Restart`,
    type: 'object',
    additionalProperties: false,
    required: ['success', 'message', subject, 'namespace', 'timestamp'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      [subject]: { type: 'string' },
      namespace: { type: 'string' },
      timestamp: timestampSchema,
    },
  }
}

async function restart<T extends Restartable>(
  call: ActionCall<T>,
  cluster: Cluster,
  rules: RestartRules<T>,
): Promise<object> {
  const { kind, ref, now } = call
  const { name, namespace = '' } = ref
  const timestamp = toIsoSeconds(now)
  const restarted =
    (await restartCached(call, cluster, rules, timestamp)) ??
    (await restartCurrent(call, cluster, rules, timestamp))
  return {
    success: true,
    message: `${subjectOf(call)} ${readObject(kind.kind, restarted, rules.effect)}`,
    [kind.kind.toLowerCase()]: name,
    namespace,
    timestamp,
  }
}

/** Patches the cached object if it can be restarted and the cached version is still current; returns it if so. */
async function restartCached<T extends Restartable>(
  call: ActionCall<T>,
  cluster: Cluster,
  rules: RestartRules<T>,
  timestamp: string,
): Promise<T | undefined> {
  const cached = await cluster.lastKnown(call.kind, call.ref)
  if (cached === undefined || obstacleTo(cached, rules, timestamp) !== undefined) return undefined
  return (await patchIfUnchanged(call, cluster, timestamp, cached)) ? cached : undefined
}

/** Reads the object, patches and returns it; throws ConflictError if it cannot be restarted. */
async function restartCurrent<T extends Restartable>(
  call: ActionCall<T>,
  cluster: Cluster,
  rules: RestartRules<T>,
  timestamp: string,
): Promise<T> {
  const { kind, ref, recording } = call
  for (let attempt = 1; ; attempt++) {
    const current = await cluster.get(kind, ref)
    const obstacle = obstacleTo(current, rules, timestamp)
    if (obstacle !== undefined) throw new ConflictError(`${subjectOf(call)} ${obstacle}`)
    if (attempt === ATTEMPTS) {
      await cluster.patch(kind, ref, patchOf(timestamp), recording)
      return current
    }
    if (await patchIfUnchanged(call, cluster, timestamp, current)) return current
  }
}

function subjectOf({ kind, ref }: Pick<ActionCall<unknown>, 'kind' | 'ref'>): string {
  const { name, namespace = '' } = ref
  return `${kind.kind.toLowerCase()} "${name}" in namespace "${namespace}"`
}

/** Returns the reason why a restart is refused, as the predicate of a sentence. */
function obstacleTo<T extends Restartable>(
  object: T,
  rules: RestartRules<T>,
  timestamp: string,
): string | undefined {
  const obstacle = rules.obstacle?.(object)
  if (obstacle !== undefined) return obstacle
  if (object.spec?.template?.metadata?.annotations?.[RESTARTED_AT] === timestamp)
    return 'was restarted within the past second: wait a second before you restart it again'
  return undefined
}

function patchOf(timestamp: string) {
  return { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: timestamp } } } } }
}

/** Patches an object unless it has another version than this one; returns whether it did. */
async function patchIfUnchanged<T extends Restartable>(
  { kind, ref, recording }: ActionCall<T>,
  cluster: Cluster,
  timestamp: string,
  { metadata: { uid, resourceVersion } }: T,
): Promise<boolean> {
  if (uid === undefined || resourceVersion === undefined) return false
  try {
    await cluster.patch(kind, ref, { ...patchOf(timestamp), metadata: { uid, resourceVersion } }, recording)
    return true
  } catch (error) {
    if (error instanceof ConflictError) return false
    throw error
  }
}
