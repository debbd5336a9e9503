import { expect } from 'chai'
import type { EndpointSlice } from '../../server/kinds/endpointslices/model.ts'
import type { Event } from '../../server/kinds/events/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { apiNameOf, type RawObject } from '../kinds/fixture.ts'
import { listedFixtures } from '../kinds/register.ts'
import { call } from '../support/http.ts'
import { keyOf } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { ageBetween, compare } from './compare.ts'
import { eventsOf, expectedEvent } from './expected/event.ts'
import { gallery } from './fixtures/gallery.ts'
import { whileUnchanged } from './stable.ts'

type Item = Record<string, unknown> & { name: string; namespace?: string; age?: string }

for (const fixture of listedFixtures) {
  const { kind, plural, namespaced, listed } = fixture
  const apiName = apiNameOf(fixture)

  describe(`every kind compared with kubectl: ${kind}`, () => {
    const { kubectl, forward } = world()
    const everywhere = namespaced ? ['-A'] : []
    const objects = () => kubectl.items<RawObject>(plural, ...everywhere)
    const get = async (path: string) => (await call(forward.api, 'GET', path)).json
    const at = ({ metadata }: RawObject, rest = '') =>
      `/api/${apiName}/${metadata.name}${rest}${namespaced ? `?namespace=${metadata.namespace}` : ''}`

    before(async function () {
      this.timeout(240_000)
      await gallery()
    })

    /** Returns the items of the API by key. */
    async function items(all: readonly RawObject[]): Promise<Map<string, Item>> {
      const namespaces = new Set(all.map(({ metadata }) => metadata.namespace))
      const paths =
        listed === 'everywhere'
          ? [`/api/${apiName}`]
          : [...namespaces].map((namespace) => `/api/${apiName}?namespace=${namespace}`)
      const found = new Map<string, Item>()
      for (const path of paths)
        for (const item of (await get(path))[apiName] as Item[])
          found.set(`${item.namespace ?? ''}/${item.name}`, item)
      return found
    }

    async function table(): Promise<Map<string, Record<string, string>>> {
      const rows = await kubectl.table(plural, ...everywhere)
      return new Map(rows.map((row) => [`${row['NAMESPACE'] ?? ''}/${nameIn(row)}`, row]))
    }

    it('lists', async () => {
      await whileUnchanged(plural, objects, async (all) => {
        const earlier = await table()
        const shown = await items(all)
        const later = await table()
        return (object) => {
          const key = keyOf(object)
          const { age, ...rest } = shown.get(key) ?? { name: '' }
          compare(`list of ${plural}: ${key}`, rest, fixture.listItem(object))
          // LimitRanges have no age in kubectl.
          const [before, after] = [earlier.get(key)?.['AGE'], later.get(key)?.['AGE']]
          if (age !== undefined && after !== undefined) ageBetween(age, before, after)
          if (fixture.columns !== undefined)
            expect(later.get(key), key).to.include(fixture.columns({ ...rest }))
        }
      })
    })

    if (fixture.detail !== undefined)
      it(`equals kubectl in details of every ${kind}`, async () => {
        await whileUnchanged(plural, objects, async (all) => {
          const answers = new Map<string, Record<string, unknown>>()
          for (const object of all) answers.set(keyOf(object), await get(at(object)))
          const pods = await kubectl.items<Pod>('pods', '-A')
          const endpointslices = await kubectl.items<EndpointSlice>('endpointslices', '-A')
          return (object) => {
            const { age, ...rest } = answers.get(keyOf(object)) ?? {}
            expect(age).to.match(/^\d+[smhdy]$/)
            compare(
              `${kind} ${keyOf(object)}`,
              withoutAllocated(rest),
              withoutAllocated(fixture.detail?.(object, { pods, endpointslices }) ?? {}),
            )
          }
        })
      })

    it('events', async () => {
      const subjects = async () => {
        const all = await kubectl.items<Event>('events', '-A')
        return (await objects()).map(({ metadata }) => {
          const events = eventsOf(kind, metadata, all)
          const versions = events.map((one) => `${one.metadata.uid} ${one.metadata.resourceVersion}`)
          return { metadata: { ...metadata, resourceVersion: versions.join() }, events }
        })
      }
      await whileUnchanged(`events of ${plural}`, subjects, async (all) => {
        const answers = new Map<string, unknown>()
        for (const one of all) answers.set(keyOf(one), (await get(at(one, '/events')))['events'])
        return (one) =>
          compare(`events of ${kind} ${keyOf(one)}`, answers.get(keyOf(one)), one.events.map(expectedEvent))
      })
    })
  })
}

/** Returns the name in a row; kubectl marks the default StorageClass behind it. */
function nameIn(row: Record<string, string>): string | undefined {
  return row['NAME']?.split(' ')[0]
}

/** Leaves out what a Node's Pods request: it changes without the Node, and compare-nodes.test.ts compares it. */
function withoutAllocated(detail: Record<string, unknown>): Record<string, unknown> {
  const { allocated: _, ...rest } = detail
  return rest
}
