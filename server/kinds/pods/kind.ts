import { defineKind } from '../define-kind.ts'
import { unreadOfContainers } from '../shared/drop.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import { imagesOf } from '../shared/pod-template.ts'
import { podDetail } from './detail.ts'
import { podDetail as detailSchema } from './detail-schema.ts'
import { podFilters } from './list-filters.ts'
import { ownedPod, podSummary, podSummaryReads } from './projections.ts'
import { restartPod } from './restart.ts'
import { podRoutes } from './routes.ts'
import { podSamples } from './samples.ts'
import { podVisibleFields } from './visible-fields.ts'
import * as schema from './schema.ts'

/** Annotation of a mirror Pod: the hash of the static Pod's manifest, which the kubelet uses as the uid in Events. */
const CONFIG_MIRROR = 'kubernetes.io/config.mirror'

export const pods = defineKind({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
  summary: { schema: schema.podSummary, project: podSummary, reads: podSummaryReads },
  detail: { schema: detailSchema, project: podDetail, expiresAt: ageExpiresAt },
  projections: [{ schema: schema.ownedPod, project: ownedPod }],
  list: podFilters,
  // Source: k8s.io/kubectl/pkg/describe, PodDescriber.
  eventUids: ({ metadata: { annotations } }) => {
    const hash = annotations?.[CONFIG_MIRROR]
    return hash === undefined ? [] : [hash]
  },
  stream: 'default',
  search: ({ spec, status }) => ({
    images: imagesOf(spec),
    addresses: [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip), status?.hostIP],
    node: spec?.nodeName,
  }),
  rbac: {
    group: 'pods',
    description: "Pods: lists, details, restarts; a Deployment's and a node's Pods need it too.",
    further: [{ verb: 'get', subresource: 'log', group: 'logs', description: 'Logs of containers.' }],
  },
  cache: {
    selectableFields: ['spec.nodeName', 'status.phase'],
    drop: [
      // Of the affinity, rules read the terms that nodes have to match.
      'spec.affinity.podAffinity',
      'spec.affinity.podAntiAffinity',
      'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution',
      'spec.securityContext',
      'spec.topologySpreadConstraints',
      ...unreadOfContainers('spec'),
      ...['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'].flatMap((list) =>
        ['containerID', 'imageID', 'volumeMounts', 'user'].map((field) => `status.${list}.${field}`),
      ),
    ],
    prewarm: true,
  },
  descriptions: {
    detail:
      'Environment variables are shown by name and origin, never by value; copies of the object in annotations are masked.',
  },
  actions: [
    {
      name: 'restart',
      summary: 'Restart a Pod by deleting it',
      description:
        'The delete carries the uid that was read: a Pod of the same name made meanwhile is a 409.',
      verb: 'delete',
      body: schema.podRestartBody,
      response: schema.podRestart,
      event: { reason: 'Restarted', text: 'Restarted' },
      run: restartPod,
    },
  ],
  extraRoutes: podRoutes,
  visibleFields: podVisibleFields,
  samples: podSamples,
})
