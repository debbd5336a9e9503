import { auditFeature } from '../audit/feature.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Metric } from 'prom-client'
import type { FeatureState, RunningFeature } from '../api/feature.ts'
import { connectionsFeature } from '../connections/feature.ts'
import type { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import type { RequestActor } from '../audit/audit-entry.ts'
import type { Config } from '../config/load-config.ts'
import type { Cluster } from '../cluster/read/cluster.ts'
import { secretValuesFeature } from '../features/secret-values/feature.ts'
import { aiFeature } from '../features/ai/feature.ts'
import { aboutFeature } from '../features/about/feature.ts'
import { clusterHealthFeature } from '../features/cluster-health/feature.ts'
import { metricsFeature } from '../features/metrics/feature.ts'
import { diagnosisFeature } from '../diagnosis/feature.ts'
import { KeptDiagnoses } from '../diagnosis/kept-diagnoses.ts'
import { notificationsFeature } from '../features/notifications/feature.ts'
import { overviewFeature } from '../features/overview/feature.ts'
import { repohostAppFeature } from '../features/repohost-app/feature.ts'
import {
  openRepositoryHost,
  type RepositoryHostOfService,
} from '../features/repohost-app/open-repository-host.ts'
import { repohostFeature } from '../features/repohost/feature.ts'
import { resourceYamlFeature } from '../features/resource-yaml/feature.ts'
import { searchFeature } from '../features/search/feature.ts'
import { relationsFeature } from '../relations/feature.ts'
import { settingsFeature } from '../features/settings/feature.ts'
import { openStore, type OpenStore } from '../features/settings/open-store.ts'
import { streamFeature } from '../stream/feature.ts'
import type { StreamObserver } from '../stream/stream-observer.ts'
import type { Right } from '../kinds/rbac-table.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Clock } from '../core/clock.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { MemoryLedger } from '../core/memory-ledger.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { UserInfo } from '../core/user-info.ts'
import type { Log } from '../telemetry/log.ts'

/** The register of features: routes, settings and request scope come from it. A feature is added by its row. */
export const features = [
  streamFeature,
  connectionsFeature,
  auditFeature,
  secretValuesFeature,
  resourceYamlFeature,
  metricsFeature,
  clusterHealthFeature,
  diagnosisFeature,
  overviewFeature,
  searchFeature,
  relationsFeature,
  settingsFeature,
  notificationsFeature,
  repohostFeature,
  repohostAppFeature,
  aiFeature,
  aboutFeature,
] as const

/** Everything a feature may need to start; each takes the part it needs. */
export interface FeatureDependencies {
  readonly config: Config
  /** Returns the states of the features that have to be configured, by name. */
  readonly featureStates: () => Readonly<Record<string, FeatureState>>
  readonly contexts: ClusterRegistry
  readonly auditLog: AuditLog
  /** Every route that needs rights in a cluster. */
  readonly clusterRoutes: readonly ClusterRoute[]
  readonly time: Clock
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly streamObserver: StreamObserver
  readonly scheduler: Scheduler
  /** Accounts for everything that is kept for callers. */
  readonly ledger: MemoryLedger
  /** The findings of the contexts, kept up while they are used. */
  readonly diagnoses: KeptDiagnoses
  /** The records of people, and those of the installation. */
  readonly store: OpenStore
  /** The repository host with the accounts that people connected; undefined if none is configured. */
  readonly repositoryHost: RepositoryHostOfService | undefined
}

interface ClusterRoute {
  readonly method: string
  readonly path: string
  readonly access: readonly Right[]
  readonly partial: boolean
}

/** One request, as features see it. */
export interface FeatureCall {
  /** The connection to the cluster of the request's context. */
  readonly connection: ClusterConnection
  /** Returns the cluster of the request's context, with the rights of the caller. */
  readonly cluster: () => Cluster
  /** The request's id, caller and address, for the audit log. */
  readonly actor: RequestActor
  /** The policy that decides which groups may read, write and audit. */
  readonly policy: AuthorizationPolicy
  /** Contexts the caller may see. */
  readonly visible: () => readonly ClusterConnection[]
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  /** Fires when the caller disconnects or the deadline passes. */
  readonly signal: AbortSignal
  /** Adds a dependency of the response, besides those of its reads from the cluster. */
  readonly depend: (dependencies: Dependencies) => void
}

type Features = (typeof features)[number]
type Started<F extends Features> = Awaited<ReturnType<F['start']>>

/** The part of a request scope that comes from the features, by their names. */
export type FeatureScope = { readonly [F in Features as F['name']]: ReturnType<Started<F>['scope']> }

/** All started features. */
export interface RunningFeatures {
  /** Adds each feature's scope to a request scope; built when a handler first takes it. */
  addTo<S extends object>(scope: S, call: FeatureCall): S & FeatureScope
  readonly ready: boolean
  /** Metrics of the features. */
  readonly metrics: readonly Metric[]
  stop(): Promise<void>
  /** Releases what requests needed. */
  close(): Promise<void>
}

/** Starts every feature, in the order of the register. */
export async function startFeatures(
  dependencies: Omit<FeatureDependencies, 'featureStates' | 'diagnoses' | 'store' | 'repositoryHost'>,
): Promise<RunningFeatures> {
  const running = new Map<string, RunningFeature<FeatureCall, unknown>>()
  const featureStates = () =>
    Object.fromEntries(
      [...running].flatMap(([name, { state }]) => (state === undefined ? [] : [[name, state] as const])),
    )
  const diagnoses = new KeptDiagnoses(dependencies)
  dependencies.contexts.onRemoved((connection) => diagnoses.remove(connection))
  const { config, contexts, time, clock, log } = dependencies
  const store = await openStore(config, { time, clock, log, own: contexts.home?.own })
  const repositoryHost = await openRepositoryHost({ ...dependencies, store })
  const shared = { ...dependencies, featureStates, diagnoses, store, repositoryHost }
  for (const feature of features) running.set(feature.name, await feature.start(shared))
  return {
    addTo: (scope, call) => {
      for (const [name, feature] of running)
        Object.defineProperty(scope, name, { enumerable: true, get: () => feature.scope(call) })
      // The register's names and types are those of FeatureScope.
      return scope as typeof scope & FeatureScope
    },
    get ready() {
      return [...running.values()].every((feature) => feature.ready?.() ?? true)
    },
    metrics: [...running.values()].flatMap(({ metrics }) => metrics ?? []),
    stop: async () => {
      for (const feature of running.values()) await feature.stop?.()
      diagnoses.stop()
    },
    close: async () => {
      for (const feature of running.values()) await feature.close?.()
      await repositoryHost?.close()
      await store.close()
    },
  }
}
