import type { ClusterObject } from './repository-file.ts'

/** An object that may have generated another one, with the share of the confidence that is left. */
interface GeneratingObject {
  readonly wanted: ClusterObject
  readonly weight: number
}

/** Characters of generated names. Source: k8s.io/apimachinery/pkg/util/rand. */
const RANDOM = '[bcdfghjklmnpqrstvwxz2456789]'
const HASH = `${RANDOM}{8,10}`
const POD = `${RANDOM}{5}`

const GENERATED: readonly { readonly kind: string; readonly name: RegExp; readonly by: readonly string[] }[] =
  [
    { kind: 'ReplicaSet', name: new RegExp(`^(.+)-${HASH}$`), by: ['Deployment'] },
    { kind: 'Pod', name: new RegExp(`^(.+)-${HASH}-${POD}$`), by: ['Deployment'] },
    { kind: 'Pod', name: new RegExp(`^(.+)-${POD}$`), by: ['DaemonSet', 'Job'] },
    { kind: 'Pod', name: /^(.+)-\d+$/, by: ['StatefulSet'] },
    { kind: 'Pod', name: new RegExp(`^(.+)-\\d{8,10}-${POD}$`), by: ['CronJob'] },
    { kind: 'Job', name: /^(.+)-\d{8,10}$/, by: ['CronJob'] },
  ]

/** Returns an object, and the objects that may have generated it by the form of its name. */
export function generatingObjects(object: ClusterObject): readonly GeneratingObject[] {
  const guesses = GENERATED.filter(({ kind }) => kind === object.kind).flatMap(({ name, by }) => {
    const owner = name.exec(object.name)?.[1]
    return owner === undefined
      ? []
      : by.map((kind) => ({ wanted: { ...object, kind, name: owner }, weight: 0.9 }))
  })
  return [{ wanted: object, weight: 1 }, ...guesses]
}
