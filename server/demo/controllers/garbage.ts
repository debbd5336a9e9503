import { kindNamed, kinds } from '../kinds.ts'
import { deleteObject } from '../writes/delete.ts'
import type { ControllerContext } from './context.ts'

const owners = new Set(
  ['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'services'].map(kindNamed),
)

/** Deletes the dependents of deleted owners (background garbage collection). */
export function runGarbageCollector(context: ControllerContext): void {
  const { store, clock, pace } = context
  for (const kind of kinds.filter((candidate) => owners.has(candidate))) {
    store.subscribe(kind, ({ type, current }) => {
      if (type !== 'DELETED') return
      clock.after(pace.reconcile, () => {
        for (const [dependentKind, dependent] of store.dependents(current.object.metadata.uid))
          deleteObject(context, dependentKind, dependent)
      })
    })
  }
}
