import { defineKind } from '../define-kind.ts'
import { clusterEvent as project } from './projections.ts'
import { eventRoutes } from './routes.ts'
import { eventSamples } from './samples.ts'
import { clusterEvent as schema } from './schema.ts'

/** Events are listed newest first, by a route of their own; those of one object are a route of its kind. */
export const events = defineKind({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
  summary: { schema, project },
  detail: null,
  list: false,
  events: false,
  stream: 'default',
  rbac: {
    group: 'events',
    description: 'Events: all of them, those of one object, and in the stream.',
    // Records who changed an object.
    further: [{ verb: 'create', optional: true }],
  },
  cache: {
    selectableFields: ['involvedObject.name', 'involvedObject.kind'],
    drop: ['source', 'reportingComponent', 'reportingInstance', 'involvedObject.resourceVersion'],
    prewarm: true,
  },
  extraRoutes: eventRoutes,
  visibleFields: [
    'involvedObject.kind',
    'involvedObject.name',
    'involvedObject.namespace',
    'message',
    'reason',
    'type',
  ],
  samples: eventSamples,
})
