import type { JSONSchema } from 'json-schema-to-ts'
import type { Metric } from 'prom-client'
import type { Route } from './define-route.ts'

/**
 * A part of the service with routes of its own, one row in the register of features. `Dependencies` is what it needs
 * to start, `Call` what it may know of one request, and `Scoped` what its handlers see under its name.
 */
export interface Feature<Name extends string, Dependencies, Call, Scoped, Right extends string = string> {
  readonly name: Name
  /** Settings of the feature, by key; config/settings-schema.ts spreads them into the schema of all settings. */
  readonly settings?: Readonly<Record<string, JSONSchema>>
  readonly routes: readonly Route<Record<Name, Scoped>, Right>[]
  /** Called once. Rejects for settings that cannot work. */
  start(dependencies: Dependencies): Promise<RunningFeature<Call, Scoped>>
}

/** Whether a feature is configured, and if not, the value of the chart that enables it. */
export interface FeatureState {
  readonly enabled: boolean
  readonly hint?: string
}

/** A started feature. */
export interface RunningFeature<Call, Scoped> {
  /** Returns what the handlers of one request see. Cheap: work begins with the first call of a method. */
  scope(call: Call): Scoped
  /** Whether the feature can serve; part of readiness. Default: true. */
  ready?(): boolean
  /** Whether the feature is configured; absent for one that needs no configuration. */
  readonly state?: FeatureState
  /** Ends open work: the process is shutting down. */
  stop?(): Promise<void>
  /** Releases what requests needed: all of them have ended. */
  close?(): Promise<void>
  /** Metrics of the feature, which belong to no registry yet. */
  readonly metrics?: readonly Metric[]
}
