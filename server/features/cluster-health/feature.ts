import type { Feature } from '../../api/feature.ts'
import type { ClusterConnection } from '../../cluster/contexts/cluster-connection.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { InspectorError } from '../../core/errors.ts'
import { stringMap } from '../../api/schemas/common.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import type { Node } from '../../kinds/nodes/model.ts'
import { nodeStatus } from '../../kinds/nodes/projections.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { podStatus } from '../../kinds/pods/status.ts'
import { checked } from '../../kinds/shared/checked.ts'
import { issueOf } from '../../diagnosis/issue.ts'
import type { FindingGroup } from '../../diagnosis/fold.ts'
import type { KeptDiagnoses } from '../../diagnosis/kept-diagnoses.ts'
import { visibleFindings } from '../../diagnosis/read-diagnosis.ts'
import type { UserInfo } from '../../core/user-info.ts'
import type { ClusterIssue } from './schema.ts'
import { assess, COMPONENT_NAMESPACE, type Observed, type Part } from './assess.ts'
import { clusterHealthRoutes, type HealthReader } from './routes.ts'

interface Call {
  readonly connection: ClusterConnection
  readonly cluster: () => Cluster
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
}

/** `GET /api/cluster-health`. */
export const clusterHealthFeature: Feature<
  'clusterHealth',
  { readonly diagnoses: KeptDiagnoses },
  Call,
  HealthReader,
  never
> = {
  name: 'clusterHealth',
  routes: clusterHealthRoutes,
  start: async ({ diagnoses }) => ({
    scope: ({ connection, cluster: open, subject, signal }) => ({
      read: async () => {
        const apiServer = await connection.health()
        const { name: context } = connection.context
        // A cluster that does not answer would keep each read waiting.
        if (!apiServer.ready) return assess({ context, apiServer, nodes: [], pods: [], findings: [] })
        const cluster = open()
        const [ofNodes, ofPods, { groups }] = await Promise.all([
          nodesOf(cluster),
          podsOf(cluster),
          visibleFindings(diagnoses.reading({ connection, subject, signal }), undefined),
        ])
        return assess({ context, apiServer, nodes: ofNodes, pods: ofPods, findings: groups.flatMap(faultOf) })
      },
    }),
  }),
}

/** Returns a finding as an issue; nothing for information. */
function faultOf(group: FindingGroup): ClusterIssue[] {
  const { severity } = group
  if (severity === 'info') return []
  const { id: _, ...issue } = issueOf(group)
  return [{ ...issue, severity }]
}

const partSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'labels', 'isReady', 'state'],
  properties: {
    name: { type: 'string' },
    labels: stringMap,
    isReady: { type: 'boolean' },
    state: { type: 'string' },
  },
} as const

const partOfNode = checked('Node', partSchema, (node: Node): Part => {
  const state = nodeStatus(node)
  return { name: node.metadata.name, labels: {}, isReady: state === 'Ready', state }
})

const partOfPod = checked('Pod', partSchema, (pod: Pod): Part => ({
  name: pod.metadata.name,
  labels: pod.metadata.labels ?? {},
  isReady: (pod.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True'),
  state: podStatus(pod),
}))

async function nodesOf(cluster: Cluster): Promise<Observed> {
  return observed(() => cluster.list(nodes, {}, partOfNode))
}

async function podsOf(cluster: Cluster): Promise<Observed> {
  return observed(() => cluster.list(pods, { namespace: COMPONENT_NAMESPACE }, partOfPod))
}

/** Returns what a read finds, or the words of its error: a denied part does not hide the others. */
async function observed(read: () => Promise<Part[]>): Promise<Observed> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof InspectorError)) throw error
    return { unknown: error.message }
  }
}
