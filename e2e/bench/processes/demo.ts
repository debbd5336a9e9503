import { startDemoCluster } from '../../support/demo-cluster.ts'
import type { KubeObject } from '../../../server/demo/object.ts'
import { Kube } from '../../support/kube.ts'
import type { Pair } from '../../support/certificates.ts'
import { answering } from '../measure/answering.ts'
import { podOf } from '../data/pods.ts'
import { othersOf } from '../data/others.ts'
import { configMapOf, eventOf, namespaceObject, nodeOf, secretOf } from '../data/rest.ts'
import { shapeOf, uidOf } from '../data/shape.ts'
import { deploymentCount, deploymentOf, replicaSetOf } from '../data/workloads.ts'
import { churnInPlace } from './demo-churn.ts'
import { DemoSwitches } from './demo-switches.ts'

/** The settings, as JSON in the only argument. Controllers run only if `live` is set. */
interface Setting {
  pods: number
  live: boolean
  /** The number of objects of each other kind. */
  others: number
  pair: Pair
}

/*
 * The demo cluster in a process of its own.
 */
const { pods: count, live, others, pair } = JSON.parse(process.argv[2] ?? '') as Setting
const shape = shapeOf(count)
const begun = Date.now()
// Without controllers the clock stands still too: otherwise the Events would expire after an hour.
const clock = live ? Date.now : () => begun
const demo = await startDemoCluster({
  seed: 'none',
  tls: pair,
  controllers: live,
  pace: live ? 'fast' : 'natural',
  clock,
})

const managed = new Map<string, unknown>()

/**
 * Objects of a kind share their managedFields, because separate copies for 100,000 objects would fill the
 * memory.
 */
function apply(object: object): KubeObject {
  const given = object as KubeObject
  const managedFields = managed.get(given.kind)
  if (managedFields === undefined) {
    const made = demo.apply(given)
    managed.set(given.kind, made.metadata.managedFields)
    return made
  }
  return demo.apply({ ...given, metadata: { ...given.metadata, managedFields } } as KubeObject)
}

function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

each(shape.namespaces, (index) => apply(namespaceObject(index)))
each(shape.nodes, (index) => apply(nodeOf(index)))
each(deploymentCount(shape), (index) => apply(deploymentOf(shape, index)))
each(deploymentCount(shape), (index) => apply(replicaSetOf(shape, index)))
const pods = each(shape.pods, (index) => apply(podOf(shape, index)))
each(shape.events, (index) => apply(eventOf(shape, index, uidOf(1, Math.floor(index / 2)), begun)))
each(shape.configs, (index) => apply(configMapOf(shape, index)))
each(shape.configs, (index) => apply(secretOf(shape, index)))
const kube = new Kube({ url: demo.url, token: demo.token, ca: pair.cert })
for (const object of await othersOf(shape, others, kube)) apply(object)

const switches = new DemoSwitches(demo, shape)
answering({
  where: () => ({ url: demo.url, token: demo.token }),
  churn: churnInPlace(demo, pods),
  counts: () => switches.counts(),
  tokenFor: (audience: string) => demo.addToken({ username: 'reader' }, [audience]),
  forget: () => switches.forget(),
  hold: () => switches.hold(),
  release: () => demo.faults.clear(),
})
