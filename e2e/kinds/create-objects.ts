import { randomBytes } from 'node:crypto'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { pathTo, type Kube } from '../support/kube.ts'
import type { KindFixture } from './fixture.ts'

/** Creates the objects of a kind's fixture, until the end of the file. */
export async function createObjects(kube: Kube, fixture: KindFixture, image: string): Promise<void> {
  const namespace = `kinds-${randomBytes(3).toString('hex')}`
  const objects = fixture.objects?.({ namespace, image }) ?? []
  if (objects.length === 0) return
  await kube.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  for (const object of objects) await kube.create(object)
  closeAfterwards(`objects of ${fixture.plural}`, async () => {
    if (!fixture.namespaced)
      for (const { metadata } of objects) {
        const path = `${pathTo(fixture, undefined)}/${metadata.name}`
        await kube.remove(path)
        if (metadata['finalizers'] !== undefined)
          await kube.call('PATCH', path, { metadata: { finalizers: null } })
      }
    await kube.remove(`/api/v1/namespaces/${namespace}`)
  })
}
