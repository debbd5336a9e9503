import { expect } from 'chai'
import { Scheduler } from '../../core/scheduler.ts'
import { countLabels } from './count-labels.ts'

const labelled = (type: string, ...all: Record<string, string>[]) => ({
  type,
  objects: all.map((labels, at) => ({ kind: type, name: `one-${at}`, namespace: 'shop', labels })),
})

describe('countLabels', () => {
  const waiting = (signal = new AbortController().signal) => ({ scheduler: new Scheduler(), signal })

  it('counts objects by key and by value, over all kinds', async () => {
    const kinds = [
      labelled('deployments', { app: 'web' }, {}),
      labelled('pods', { app: 'web', tier: '' }, { app: 'db' }),
    ]
    expect(await countLabels(kinds, waiting())).to.deep.equal([
      {
        key: 'app',
        values: [
          { value: 'web', count: 2 },
          { value: 'db', count: 1 },
        ],
        totalCount: 3,
        resourceTypes: ['deployments', 'pods'],
      },
      { key: 'tier', values: [{ value: '', count: 1 }], totalCount: 1, resourceTypes: ['pods'] },
    ])
  })

  it('orders keys bytewise, and values that are equally frequent too', async () => {
    const kinds = [labelled('pods', { b: 'y', B: '1' }, { b: 'x', a: '1' }, { constructor: '1' })]
    const counted = await countLabels(kinds, waiting())
    expect(counted.map(({ key }) => key)).to.deep.equal(['B', 'a', 'b', 'constructor'])
    expect(counted[2]?.values.map(({ value }) => value)).to.deep.equal(['x', 'y'])
  })
  it('ends with its request', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ app: `app-${at}` }))
    const counting = countLabels([labelled('pods', ...many)], waiting(AbortSignal.abort('left')))
    expect(await counting.catch((reason: unknown) => reason)).to.equal('left')
  })
})
