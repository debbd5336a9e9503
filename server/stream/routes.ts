import {
  streamBye,
  streamConnected,
  streamForbidden,
  streamHeartbeat,
  streamQuery,
  streamResync,
  streamSynced,
} from '../api/schemas/stream.ts'
import { defineEventStream } from '../api/define-route.ts'
import type { DeclaredEvent, EventStream } from '../api/responses.ts'
import { resyncReasons } from './stream-observer.ts'
import { right } from '../kinds/define-kind.ts'
import type { Right } from '../kinds/rbac-table.ts'
import { streamVerbs } from './stream-authorization.ts'
import { streamKinds } from './stream-kinds.ts'
import type { StreamQuery } from './hub.ts'

/** The streams of the context a request names. */
export interface StreamOpener {
  open(query: StreamQuery, lastEventId: string | undefined): Promise<EventStream>
}

const DESCRIPTION = `Server-sent events of changes in the cluster, each with the item that the kind's list shows.

- \`kinds\`: ${streamKinds.map(({ plural }) => `\`${plural}\``).join(', ')}. \`namespace\` selects among namespaced kinds; objects of cluster-scoped kinds are always sent.
- \`retry:\` and \`connected\` come first, then every existing object as \`ADDED\` (unless \`snapshot=false\`), then \`synced\`, then changes.
- A change that does not alter the list item is not sent. An object that leaves \`labelSelector\` is \`DELETED\`, with its last item.
- After a reconnect with \`Last-Event-ID\`, to any replica, the stream continues without loss or repetition if the replay buffer
  (4096 changes or 4 MiB of a kind, less where memory is short) still has that event. Otherwise \`resync\` names the kinds to
  discard, and their objects follow as \`ADDED\`, then \`synced\`. Slow clients receive \`resync\` too.
- The cluster must allow the service to list and watch a kind. If all kinds are denied, the response is 403; if some are, or
  a right is revoked later, \`forbidden\` has the cluster's message, and the other kinds continue.
- While the cluster is unreachable the stream stays open; \`heartbeat\` comes every 30 s, a comment every 15 s.`

const DEFAULT_KINDS = streamKinds.filter(({ isDefault }) => isDefault).map(({ plural }) => plural)

const KINDS = {
  ...streamQuery.properties.kinds,
  items: { type: 'string', enum: streamKinds.map(({ plural }) => plural) },
  description: `Kinds, separated by commas; omitted: \`${DEFAULT_KINDS.join(',')}\``,
} as const

const change = { kinds: ['pods'] } as const

const events: readonly DeclaredEvent[] = [
  {
    event: 'connected',
    when: 'First of all',
    id: false,
    data: streamConnected,
    example: { timestamp: '2026-11-20T11:25:00Z', context: 'in-cluster', ...change },
  },
  ...streamKinds.map(({ kind, event, plural, schema }) => ({
    event,
    when: `\`kinds=${plural}\`: an object was added, modified or deleted`,
    id: true,
    data: {
      title: `${kind.kind}Change`,
      type: 'object',
      additionalProperties: false,
      required: ['type', 'object'],
      properties: { type: { enum: ['ADDED', 'MODIFIED', 'DELETED'] }, object: schema },
    },
    example: { type: 'MODIFIED', object: { name: 'web' } },
  })),
  {
    event: 'synced',
    when: 'All existing objects of these kinds have been sent',
    id: true,
    data: streamSynced,
    example: change,
  },
  {
    event: 'heartbeat',
    when: 'Every 30 s; its `id` moves on without changes too',
    id: true,
    data: streamHeartbeat,
    example: { timestamp: '2026-11-20T11:25:30Z' },
  },
  {
    event: 'forbidden',
    when: 'The cluster denies a kind, which stops; the others go on',
    id: false,
    data: streamForbidden,
    example: { kind: 'pods', error: 'pods is forbidden: …', code: 'FORBIDDEN', statusCode: 403 },
  },
  {
    event: 'resync',
    when: 'Discard what is known of these kinds: all their objects follow',
    id: false,
    data: streamResync,
    example: { ...change, reason: resyncReasons.slow },
  },
  {
    event: 'bye',
    when: 'The service ends the stream; connect again',
    id: false,
    data: streamBye,
    example: { reason: 'the service is shutting down' },
  },
]

export const streamRoutes = [
  defineEventStream({
    method: 'GET',
    path: '/api/stream',
    summary: 'Stream changes in the cluster',
    operationId: 'streamChanges',
    description: DESCRIPTION,
    query: {
      ...streamQuery,
      properties: { ...streamQuery.properties, kinds: KINDS },
    },
    events,
    audience: 'cluster-authorized',
    partial: true,
    access: streamKinds.flatMap(({ kind }) => streamVerbs.map((verb) => right(verb, kind) as Right)),
    handle: async ({ query, lastEventId }, { stream }: { stream: StreamOpener }) => {
      const { namespace, labelSelector, kinds = DEFAULT_KINDS, snapshot = true } = query
      const rows = streamKinds.filter(({ plural }) => kinds.includes(plural))
      return stream.open({ rows, namespace, labelSelector, snapshot }, lastEventId)
    },
  }),
]
