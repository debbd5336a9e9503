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

const DESCRIPTION = `Server-sent events of what happens in the cluster, each with the item that the kind's list shows.

- \`kinds\`: ${streamKinds.map(({ plural }) => `\`${plural}\``).join(', ')}. \`namespace\` narrows those that have one; Nodes always come all.
- First come \`retry:\` and \`connected\`, then all there is as \`ADDED\` (unless \`snapshot=false\`), then \`synced\`, then what happens.
- A change that no list item shows is not told. An object that leaves \`labelSelector\` is \`DELETED\`, with the item it had last.
- The \`id\` says how far each kind was told. Sent back as \`Last-Event-ID\`, to any replica, it is gone on from without loss or
  repetition where that is still held (the last 4096 changes of a kind, or 4 MiB); otherwise \`resync\` says which kinds to
  forget, and all there is of them follows as \`ADDED\`, then \`synced\`. \`resync\` also comes to who reads too slowly.
- The cluster must let the service list and watch a kind. Where all kinds are denied the answer is 403; where some are, or
  a right is taken away later, \`forbidden\` says so with the cluster's words, and the others go on.
- While the cluster is away the stream stays open; \`heartbeat\` comes every 30 s, a comment every 15 s.`

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
    when: `\`kinds=${plural}\`: one of them is there, changed, or is gone`,
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
    when: 'All there was of these kinds has been told',
    id: true,
    data: streamSynced,
    example: change,
  },
  {
    event: 'heartbeat',
    when: 'Every 30 s; its `id` moves on where nothing happened',
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
    when: 'Forget what was told of these kinds: all there is of them follows',
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
