import { kindNamed, kinds } from '../kinds.ts'
import { valueAt } from '../object.ts'
import type { Store } from '../store.ts'
import { deleteObject } from '../writes/delete.ts'
import { type ControllerContext, WorkQueue, createObject } from './context.ts'

const namespaces = kindNamed('namespaces')
const accounts = kindNamed('serviceaccounts')
const configMaps = kindNamed('configmaps')
const manager = 'kube-controller-manager'

const rootCertificate =
  '-----BEGIN CERTIFICATE-----\nZGVtbyBjbHVzdGVyOiBubyBjZXJ0aWZpY2F0ZQ==\n-----END CERTIFICATE-----\n'

/** Adds the default objects to new namespaces; empties deleted ones, and removes them once they are empty. */
export function runNamespaces(context: ControllerContext): void {
  const { store, clock, pace } = context
  const queue = new WorkQueue(clock, pace.reconcile, (name) => finalize(context, name))
  const sync = (name: string): void => {
    if (isTerminating(store, name)) queue.add(name)
    else furnish(context, name)
  }
  store.subscribe(namespaces, ({ type, key }) => {
    if (type !== 'DELETED') sync(key)
  })
  // A namespace waits for Pods that stop, and for objects with finalizers.
  for (const kind of kinds.filter(({ namespaced }) => namespaced))
    store.subscribe(kind, ({ type, current }) => {
      const { namespace = '' } = current.object.metadata
      if (type === 'DELETED' && isTerminating(store, namespace)) queue.add(namespace)
    })
  for (const { object } of store.list(namespaces)) sync(object.metadata.name)
}

function furnish(context: ControllerContext, namespace: string): void {
  if (context.store.read(accounts, namespace, 'default') === undefined) {
    createObject(
      context,
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } },
      manager,
    )
  }
  if (context.store.read(configMaps, namespace, 'kube-root-ca.crt') === undefined) {
    const description =
      'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
      'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of ' +
      'Kubernetes clusters.'
    createObject(
      context,
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'kube-root-ca.crt',
          namespace,
          annotations: { 'kubernetes.io/description': description },
        },
        data: { 'ca.crt': rootCertificate },
      },
      manager,
    )
  }
}

function isTerminating(store: Store, name: string): boolean {
  return valueAt(store.read(namespaces, undefined, name)?.object, 'status.phase') === 'Terminating'
}

function finalize(context: ControllerContext, name: string): void {
  const { store } = context
  if (!isTerminating(store, name)) return
  const namespaced = kinds.filter((kind) => kind.namespaced)
  for (const kind of namespaced)
    for (const found of store.list(kind, name)) deleteObject(context, kind, found)
  const isEmpty = namespaced.every((kind) => store.list(kind, name).length === 0)
  const { finalizers = [] } = store.read(namespaces, undefined, name)?.object.metadata ?? {}
  if (isEmpty && finalizers.length === 0) store.remove(namespaces, undefined, name)
}
