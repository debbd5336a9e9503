import type { CacheObserver } from '../cluster/cache/cache-manager.ts'
import { resourceOf, type CallObserver } from '../cluster/client/api-call.ts'
import type { EventObserver } from '../cluster/write/event-recorder.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Counts and logs what the cluster connections report. */
export function clusterObserver(metrics: Metrics, log: Log): CallObserver & CacheObserver & EventObserver {
  const { watches } = metrics
  return {
    observe: (context, call, code) => {
      const resource = resourceOf(call)
      metrics.countCall({ context, verb: call.verb, resource, code })
      if (call.isConsistencyCheck === true)
        watches.checkCalled({ context, resource, scope: call.namespace ?? '' })
    },
    synced: (watch, mode) => watches.synced(watch, mode),
    ended: (watch, reason) => watches.ended(watch, reason),
    quarantined: (watch) => watches.quarantined(watch),
    checked: (watch, result) => watches.checked(watch, result),
    eventRefused: (context, reason) => {
      log.warn(
        'cannot create Events for writes: check the right to create events (chart: rbac.groups.events); logged once',
        { context, reason },
      )
    },
    diverged: (watch, objects, example) => {
      watches.diverged(watch, objects)
      log.warn('cache was out of sync with the cluster; relisting', { ...watch, objects, example })
    },
  }
}
