import type { FixtureSubject } from './fixture.ts'
import { documents, workload } from './fixtures/manifests.ts'
import { barePod, onePodDeployment, shell } from './fixtures/one-pod.ts'

/** An object that is not healthy for a reason that no object of the cluster tells. */
interface UnknownCause {
  readonly subject: FixtureSubject
  readonly manifest: string
}

/** Nobody sets the condition that the Pod needs to be ready. */
const GATE = 'readinessGates: [{ conditionType: example.com/approved }]'
/** No scheduler has this name, so nobody says anything about the Pod. */
const UNSCHEDULED = 'schedulerName: nobody'

/** The provisioner is a program that does not run. */
const claim = (name: string) => `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: NAMESPACE-${name} }
provisioner: example.com/nobody
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name}, namespace: NAMESPACE }
spec: { storageClassName: NAMESPACE-${name}, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Mi } } }
`

const service = (name: string) => `
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: NAMESPACE }
spec: { selector: { app: ${name} }, ports: [{ port: 80 }] }
`

const of = (kind: string, name: string, manifest: (name: string) => string): UnknownCause => ({
  subject: { kind, name },
  manifest: manifest(name),
})

/** Ten objects whose cause nobody can know from the cluster. */
export const unknownCauses: readonly UnknownCause[] = [
  of('Pod', 'unknown-scheduler', (name) => barePod(name, { spec: UNSCHEDULED })),
  of('Pod', 'unknown-gate', (name) => barePod(name, { spec: GATE })),
  of('Pod', 'unknown-end', (name) =>
    barePod(name, { spec: 'restartPolicy: Never', command: shell('exit 1') }),
  ),
  of('Pod', 'unknown-scheduling-gate', (name) =>
    barePod(name, { spec: 'schedulingGates: [{ name: example.com/quota }]' }),
  ),
  of('PersistentVolumeClaim', 'unknown-provisioner', claim),
  of('Deployment', 'unknown-deployment', (name) => onePodDeployment(name, { spec: GATE })),
  of('StatefulSet', 'unknown-set', (name) => workload(name, { kind: 'StatefulSet', podSpec: GATE })),
  of('DaemonSet', 'unknown-daemon', (name) => workload(name, { kind: 'DaemonSet', podSpec: GATE })),
  of('ReplicaSet', 'unknown-replicas', (name) =>
    workload(name, { kind: 'ReplicaSet', podSpec: UNSCHEDULED }),
  ),
  of('Service', 'unknown-service', (name) =>
    documents(onePodDeployment(name, { spec: GATE }), service(name)),
  ),
]
