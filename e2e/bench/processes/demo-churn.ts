import type { DemoCluster } from '../../support/demo-cluster.ts'
import type { KubeObject } from '../../../server/demo/object.ts'
import { type ChurnPlan, lookedAtEvery } from '../cluster.ts'
import { mark } from '../measure/marker.ts'

/**
 * Updates Pods of the demo cluster without requests, because at this rate requests would use the core that
 * readers need.
 */
export function churnInPlace(
  demo: DemoCluster,
  pods: readonly KubeObject[],
): (plan: ChurnPlan) => Promise<number[]> {
  let turn = 0
  return ({ perSecond, seconds }) => {
    const marks: number[] = []
    const every = lookedAtEvery(perSecond)
    const total = perSecond * seconds
    const begin = performance.now()
    let done = 0
    const ended = Promise.withResolvers<number[]>()
    const step = (): void => {
      const due = Math.min(total, Math.floor(((performance.now() - begin) * perSecond) / 1000))
      for (; done < due; done++) {
        const watched = done % every === 0
        const pod = pods[watched ? 0 : 1 + (turn++ % (pods.length - 1))]
        const marked = mark()
        if (pod !== undefined) demo.apply(marking(pod, marked))
        if (watched) marks.push(marked)
      }
      if (done < total) setTimeout(step, 1)
      else ended.resolve(marks)
    }
    step()
    return ended.promise
  }
}

interface Statuses {
  containerStatuses: { restartCount: number }[]
}

function marking(pod: KubeObject, marked: number): KubeObject {
  const status = pod['status'] as Statuses
  const [first, ...others] = status.containerStatuses
  const containerStatuses = [{ ...first, restartCount: marked }, ...others]
  return { ...pod, status: { ...status, containerStatuses } }
}
