import type { KubeObject } from '../object.ts'

function object(
  apiVersion: string,
  kind: string,
  place: { name: string; namespace?: string },
  fields: Record<string, unknown>,
): KubeObject {
  return { apiVersion, kind, metadata: { ...place }, ...fields }
}

const accessModes = ['ReadWriteOnce']

const defaultClass: KubeObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'standard',
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: 'csi.shop.example',
  parameters: { type: 'ssd' },
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'WaitForFirstConsumer',
  allowVolumeExpansion: true,
}

/** Returns a claim that is bound to a volume of its own, with the volume. */
function boundClaim(namespace: string, name: string, storage: string): KubeObject[] {
  const claim = { namespace, name }
  const volume = `pvc-6f0e3b1a-${name}`
  const capacity = { storage }
  return [
    object(
      'v1',
      'PersistentVolume',
      { name: volume },
      {
        spec: {
          capacity,
          accessModes,
          persistentVolumeReclaimPolicy: 'Delete',
          storageClassName: 'standard',
          volumeMode: 'Filesystem',
          claimRef: { kind: 'PersistentVolumeClaim', ...claim },
          csi: { driver: 'csi.shop.example', volumeHandle: 'vol-0a1b2c' },
        },
        status: { phase: 'Bound' },
      },
    ),
    object('v1', 'PersistentVolumeClaim', claim, {
      spec: {
        accessModes,
        resources: { requests: capacity },
        storageClassName: 'standard',
        volumeMode: 'Filesystem',
        volumeName: volume,
      },
      status: { phase: 'Bound', accessModes, capacity },
    }),
  ]
}

/** Returns the company's storage: a class, bound claims with their volumes, and a claim that waits for a Pod. */
export function storageObjects(): KubeObject[] {
  return [
    defaultClass,
    ...boundClaim('payments', 'ledger-data', '20Gi'),
    ...[0, 1, 2].flatMap((ordinal) => boundClaim('shop', `data-orders-db-${ordinal}`, '10Gi')),
    object(
      'v1',
      'PersistentVolumeClaim',
      { namespace: 'shop', name: 'search-index' },
      {
        spec: {
          accessModes,
          resources: { requests: { storage: '50Gi' } },
          storageClassName: 'standard',
          volumeMode: 'Filesystem',
        },
        status: { phase: 'Pending' },
      },
    ),
  ]
}

/** Returns the company's quotas, limits, network policies and disruption budgets. */
export function policyObjects(): KubeObject[] {
  const hard = { pods: '50', 'requests.cpu': '20', 'limits.memory': '64Gi' }
  const storefront = { matchLabels: { 'app.kubernetes.io/name': 'storefront' } }
  return [
    object(
      'v1',
      'ResourceQuota',
      { namespace: 'shop', name: 'compute' },
      {
        spec: { hard },
        status: { hard, used: { pods: '17', 'requests.cpu': '3250m', 'limits.memory': '6912Mi' } },
      },
    ),
    object(
      'v1',
      'LimitRange',
      { namespace: 'shop', name: 'volumes' },
      {
        spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '100Gi' } }] },
      },
    ),
    object(
      'networking.k8s.io/v1',
      'NetworkPolicy',
      { namespace: 'shop', name: 'storefront' },
      {
        spec: {
          podSelector: storefront,
          policyTypes: ['Ingress'],
          ingress: [{ ports: [{ protocol: 'TCP', port: 'http' }] }],
        },
      },
    ),
    object(
      'policy/v1',
      'PodDisruptionBudget',
      { namespace: 'shop', name: 'storefront' },
      {
        spec: { minAvailable: '50%', selector: storefront },
        status: {
          currentHealthy: 3,
          desiredHealthy: 2,
          expectedPods: 3,
          disruptionsAllowed: 1,
          observedGeneration: 1,
        },
      },
    ),
  ]
}
