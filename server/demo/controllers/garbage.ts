import { kindNamed, kinds } from '../kinds.ts'
import { deletePod } from '../writes/delete.ts'
import type { ControllerContext } from './context.ts'

const pods = kindNamed('pods')
const owners = new Set(
  ['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs'].map(kindNamed),
)

/** Deletes the dependents of deleted owners (background garbage collection). */
export function runGarbageCollector(context: ControllerContext): void {
  const { store, clock, pace } = context
  for (const kind of kinds.filter((candidate) => owners.has(candidate))) {
    store.subscribe(kind, ({ type, current }) => {
      if (type !== 'DELETED') return
      clock.after(pace.reconcile, () => {
        for (const [dependentKind, { object }] of store.dependents(current.object.metadata.uid)) {
          if (dependentKind === pods) deletePod(context, object)
          else store.remove(dependentKind, object.metadata.namespace, object.metadata.name)
        }
      })
    })
  }
}
