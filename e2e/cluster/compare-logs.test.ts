import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { until } from '../support/until.ts'
import { world } from './environment/world.ts'
import { compare } from './compare.ts'
import { gallery } from './fixtures/gallery.ts'

describe('logs compared with kubectl', () => {
  const { kubectl, forward } = world()

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  it('equals kubectl for every container of every Pod, byte for byte, or in the refusal', async function () {
    this.timeout(240_000)
    let read = 0
    let refused = 0
    for (const { metadata, spec } of await kubectl.items<Pod>('pods', '-A'))
      for (const { name } of [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])]) {
        const where = { namespace: metadata.namespace ?? '', pod: metadata.name, container: name }
        if (await same(where, '', ['--tail=100'])) read++
        else refused++
      }
    expect(read).to.be.greaterThan(15)
    expect(refused).to.be.greaterThan(0)
  })

  for (const [query, ...args] of [
    ['&tail=1', '--tail=1'],
    ['&tail=0', '--tail=0'],
    ['&tail=7', '--tail=7'],
    ['&tail=10000', '--tail=10000'],
    ['&tail=10000&timestamps=true', '--tail=10000', '--timestamps'],
    ['&tail=10000&since=1h30m', '--tail=10000', '--since=1h30m'],
    ['&tail=10000&follow=true', '--tail=10000', '--follow'],
    ['&tail=5&follow=true', '--tail=5', '--follow'],
    ['&previous=true', '--tail=100', '--previous'],
  ] as const)
    it(`equals kubectl for a container with many lines, with ${query.slice(1)}`, async () => {
      const { namespace } = await gallery()
      await same({ namespace, pod: 'loud', container: 'main' }, query, args)
    })

  async function same(
    { namespace, pod, container }: { namespace: string; pod: string; container: string },
    query: string,
    args: readonly string[],
  ): Promise<boolean> {
    const what = `log of ${namespace}/${pod} ${container} ${args.join(' ')}`
    const ask = () => kubectl.try('logs', '-n', namespace, pod, '-c', container, ...args)
    const { before, answer, bytes } = await until(`${what} to hold still`, async () => {
      const before = await ask()
      const path = `/api/pods/${pod}/logs?namespace=${namespace}&container=${container}${query}`
      const answer = await fetch(forward.api + path)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const after = await ask()
      return before.stdout.equals(after.stdout) && before.code === after.code
        ? { before, answer, bytes }
        : undefined
    })
    // The API server answers nothing for a Pod without a node; the service says why there is no log.
    const isUnscheduled = before.stdout.length === 0 && bytes.includes('the Pod has no node yet')
    if (isUnscheduled) {
      compare(what, [answer.status, before.code], [400, 0])
      return false
    }
    if (before.code === 0) {
      compare(what, [answer.status, bytes.toString('latin1')], [200, before.stdout.toString('latin1')])
      return true
    }
    const { error, code } = JSON.parse(bytes.toString()) as { error: string; code: string }
    // Pods of Jobs come and go.
    const isGone = before.stderr.includes('(NotFound)')
    compare(what, [answer.status, code], isGone ? [404, 'NOT_FOUND'] : [400, 'BAD_REQUEST'])
    if (!isGone) expect(before.stderr).to.include(error)
    return false
  }
})
