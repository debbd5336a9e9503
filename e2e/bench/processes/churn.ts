import { setTimeout as pause } from 'node:timers/promises'
import { type Access, type ChurnPlan, lookedAtEvery } from '../cluster.ts'
import { podOf } from '../data/pods.ts'
import { shapeOf } from '../data/shape.ts'
import { answering } from '../measure/answering.ts'
import { mark } from '../measure/marker.ts'
import { Upstream } from '../upstream.ts'

answering({ churn })

interface Statuses {
  containerStatuses: { restartCount: number }[]
}

/**
 * Updates Pods of a real cluster like their kubelets, at a steady rate, whether or not the API server keeps
 * up.
 */
async function churn({
  access,
  pods,
  perSecond,
  seconds,
}: ChurnPlan & { access: Access; pods: number }): Promise<number[]> {
  const upstream = new Upstream(access)
  const shape = shapeOf(pods)
  const every = lookedAtEvery(perSecond)
  const marks: number[] = []
  const under: Promise<void>[] = []
  let underWay = false
  const begin = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = begin + (index * 1000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    const watched = index % every === 0
    // Concurrent updates of one object would conflict, so an update of the observed Pod is skipped while
    // another is in progress.
    if (watched && underWay) continue
    under.push(update(watched ? 0 : 1 + (index % (pods - 1)), watched))
  }
  await Promise.all(under)
  await upstream.close()
  return marks

  async function update(index: number, watched: boolean): Promise<void> {
    const pod = podOf(shape, index)
    const [first, ...others] = (pod['status'] as Statuses).containerStatuses
    const { namespace = '', name } = pod.metadata
    const marked = mark()
    if (watched) {
      marks.push(marked)
      underWay = true
    }
    const containerStatuses = [{ ...first, restartCount: marked }, ...others]
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`
    const { status } = await upstream.call('PATCH', path, { status: { containerStatuses } })
    if (watched) underWay = false
    if (status === 429) {
      // The update was not made: the API server cannot sustain this rate.
      if (watched) marks.splice(marks.indexOf(marked), 1)
      return
    }
    if (status !== 200) throw new Error(`the status of ${name}: ${status}`)
  }
}
