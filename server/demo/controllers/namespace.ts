import { kindNamed, kinds } from '../kinds.ts'
import { valueAt } from '../object.ts'
import { deletePod } from '../writes/delete.ts'
import { type ControllerContext, createObject } from './context.ts'

const namespaces = kindNamed('namespaces')
const accounts = kindNamed('serviceaccounts')
const configMaps = kindNamed('configmaps')
const pods = kindNamed('pods')
const manager = 'kube-controller-manager'

const rootCertificate =
  '-----BEGIN CERTIFICATE-----\nZGVtbyBjbHVzdGVyOiBubyBjZXJ0aWZpY2F0ZQ==\n-----END CERTIFICATE-----\n'

/** Adds the default objects to new namespaces; empties and removes deleted ones. */
export function runNamespaces(context: ControllerContext): void {
  const { store, clock, pace } = context
  const sync = (name: string): void => {
    const found = store.read(namespaces, undefined, name)?.object
    if (found === undefined) return
    if (valueAt(found, 'status.phase') === 'Terminating')
      clock.after(pace.reconcile, () => finalize(context, name))
    else furnish(context, name)
  }
  store.subscribe(namespaces, ({ type, key }) => {
    if (type !== 'DELETED') sync(key)
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

function finalize(context: ControllerContext, namespace: string): void {
  const { store, clock, pace } = context
  for (const kind of kinds.filter(({ namespaced }) => namespaced)) {
    for (const { object } of store.list(kind, namespace)) {
      if (kind === pods) deletePod(context, object)
      else store.remove(kind, namespace, object.metadata.name)
    }
  }
  if (store.list(pods, namespace).length === 0) store.remove(namespaces, undefined, namespace)
  else clock.after(pace.stop, () => finalize(context, namespace))
}
