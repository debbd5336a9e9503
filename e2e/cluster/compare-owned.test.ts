import { expect } from 'chai'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import type { Job } from '../../server/kinds/jobs/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { fixtures } from '../kinds/register.ts'
import { call } from '../support/http.ts'
import { keyOf } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { compare } from './compare.ts'
import { ownedPod } from './expected/pod.ts'
import { gallery } from './fixtures/gallery.ts'
import { statusColumn } from './status-column.ts'
import { whileUnchanged } from './stable.ts'

interface Owned {
  metadata: ObjectMeta
}

const OWNERS = ['statefulsets', 'daemonsets', 'replicasets', 'jobs'] as const

describe('kubectl and us: objects by their owner', () => {
  const { kubectl, forward } = world()
  const get = async (path: string) => (await call(forward.api, 'GET', path)).json

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  /** Reads owners with what they control; an owner's version covers that too. */
  async function owners<T extends Owned>(plural: string, read: () => Promise<readonly T[]>) {
    const all = await read()
    return (await kubectl.items<Owned>(plural, '-A')).map(({ metadata }) => {
      const controlled = all.filter(({ metadata: { ownerReferences } }) =>
        ownerReferences?.some((one) => one.controller === true && one.uid === metadata.uid),
      )
      const versions = controlled.map((one) => one.metadata.resourceVersion)
      return { metadata: { ...metadata, resourceVersion: versions.join() }, controlled }
    })
  }

  for (const plural of OWNERS)
    it(`the Pods of ${plural}`, async () => {
      let compared = 0
      await whileUnchanged(
        `Pods of ${plural}`,
        () => owners(plural, () => kubectl.items<Pod>('pods', '-A')),
        async (objects) => {
          const column = await statusColumn(kubectl)
          const responses = new Map<string, unknown>()
          for (const { metadata } of objects) {
            const path = `/api/${plural}/${metadata.name}/pods?namespace=${metadata.namespace}`
            responses.set(keyOf({ metadata }), (await get(path))['pods'])
          }
          return (one) => {
            const want = one.controlled.map((pod) => ownedPod({ pod, status: column.get(keyOf(pod)) ?? '' }))
            compare(`Pods of ${plural} ${keyOf(one)}`, responses.get(keyOf(one)), want)
            compared += want.length
          }
        },
      )
      expect(compared).to.be.greaterThan(1)
    })

  it('the Jobs of CronJobs', async () => {
    const { namespace } = await gallery()
    const made = await kubectl.try('create', 'job', 'by-hand', '--from=cronjob/example', '-n', namespace)
    expect(made.code === 0 || made.stderr.includes('already exists'), made.stderr).to.equal(true)
    let compared = 0
    await whileUnchanged(
      'Jobs of CronJobs',
      () => owners('cronjobs', () => kubectl.items<Job>('jobs', '-A')),
      async (objects) => {
        const responses = new Map<string, Record<string, unknown>[]>()
        for (const { metadata } of objects) {
          const path = `/api/cronjobs/${metadata.name}/jobs?namespace=${metadata.namespace}`
          responses.set(keyOf({ metadata }), (await get(path))['jobs'] as Record<string, unknown>[])
        }
        return (one) => {
          const items = (responses.get(keyOf(one)) ?? []).map(withoutAge)
          const want = one.controlled.map((job) => fixtures.jobs.listItem(job))
          compare(`Jobs of CronJob ${keyOf(one)}`, items, want)
          compared += want.length
        }
      },
    )
    expect(compared).to.be.greaterThan(0)
  })
})

function withoutAge(item: Record<string, unknown>): Record<string, unknown> {
  const { age: _, ...rest } = item
  return rest
}
