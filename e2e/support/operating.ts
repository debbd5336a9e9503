import type { DemoCluster } from './demo-cluster.ts'
import type { Log } from '../../server/telemetry/log.ts'
import { splitServer, type ClusterContext } from '../../server/cluster/contexts/context.ts'
import { systemClock } from '../../server/core/clock.ts'
import { Transport } from '../../server/cluster/client/transport.ts'
import type { BundleFile } from '../../server/operator/context-bundle.ts'
import { Leadership } from '../../server/operator/leadership.ts'
import { ClusterLease } from '../../server/operator/lease.ts'
import { Operator } from '../../server/operator/operator.ts'
import type { Secret } from '../../server/operator/resources.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'

export const NAMESPACE = 'default'
export const LEASE = 'operator'

export interface OperatingOptions {
  demo: DemoCluster
  bundle: BundleFile
  log: Log
  /** The name of the Pod, if this operator takes part in leader election. */
  pod?: string
  /** The token of the service's identity in its home cluster; without it, the administrator's. */
  token?: string
  clock?: () => number
  held?: (secrets: readonly Secret[]) => void
}

/** An operator in this process, with a record of its actions. */
export interface Operating {
  statusWrites: Record<'written' | 'conflict' | 'failed', number>
  /** The contexts probed, in order. */
  probed: string[]
  leading(): boolean
  stop(): Promise<void>
}

/** Starts an operator in this process on a demo cluster, as the administrator. */
export function operate({
  demo,
  bundle,
  log,
  pod,
  token,
  clock = Date.now,
  held,
}: OperatingOptions): Operating {
  const connection = demoConnection(demo)
  const calls = { observe: () => undefined }
  const transport = new Transport(connection, calls, 'operator-test')
  const base = { transport, namespace: NAMESPACE, log, time: systemClock, clock }
  const statusWrites = { written: 0, conflict: 0, failed: 0 }
  const probed: string[] = []
  let leads = false
  const leadership =
    pod === undefined
      ? undefined
      : new Leadership({
          ...base,
          lease: new ClusterLease(transport, NAMESPACE, LEASE),
          pod,
          identity: `${pod}_1`,
          home: demoConnection(demo, token),
          calls,
          observer: {
            leads: (now) => (leads = now),
            probed: (context) => void probed.push(context),
            forgotten: () => undefined,
            statusWritten: (result) => void statusWrites[result]++,
          },
          userAgent: 'operator-test',
        })
  const operator = new Operator({
    ...base,
    ownName: connection.name,
    secretsAlone: pod === undefined,
    allowed: { insecureTls: false, servers: [] },
    bundle,
    observer: { declared: () => undefined, handedOver: () => undefined },
    reconciled: (declared, verdicts) => leadership?.update(declared, verdicts),
    secretsChanged: (secrets) => held?.(secrets),
  })
  leadership?.start()
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    operator.stop()
    await leadership?.stop()
    await transport.close()
  }
  const once = () => (stopped ??= stop())
  closeAfterwards('an operator', once)
  return { statusWrites, probed, leading: () => leads, stop: once }
}

/** Returns the connection to a demo cluster with a token; the default is the administrator's. */
export function demoConnection(demo: DemoCluster, token = demo.token): ClusterContext {
  const identity = { headers: { authorization: `Bearer ${token}` }, tls: {} }
  return {
    name: 'home',
    ...splitServer(demo.url),
    credentials: { current: async () => identity, rejected: async () => false },
    grants: { context: 'home', managedByChart: false, readOnly: false, namespaces: [] },
    declared: { cluster: 'home', user: 'home', namespace: NAMESPACE, source: 'test' },
  }
}
