import { expect } from 'chai'
import { ForbiddenByClusterError, NotFoundError } from '../../core/errors.ts'
import { listNamespacesByName } from './namespaces-by-name.ts'

describe('Namespaces listed by name', () => {
  const labels: Readonly<Record<string, object>> = { a: { team: 'x' }, b: { team: 'y' }, d: { team: 'x' } }
  const get = async (name: string) => {
    if (labels[name] === undefined) throw new NotFoundError({ kind: 'namespace', name })
    return { metadata: { name, labels: labels[name] } }
  }
  const list = async (labelSelector: string, limit: number, after = '') => {
    const { items, metadata } = await listNamespacesByName<{ metadata: { name: string } }>(
      ['a', 'b', 'c', 'd'],
      { labelSelector, limit, after },
      get,
    )
    return [items?.map((one) => one.metadata.name), metadata]
  }

  it('lists the Namespaces that exist', async () => {
    expect(await list('', 500)).to.deep.equal([['a', 'b', 'd'], {}])
  })

  it('paginates, with position and remaining count of each page', async () => {
    expect(await list('', 2)).to.deep.equal([['a', 'b'], { continue: 'b', remainingItemCount: 1 }])
    expect(await list('', 2, 'b')).to.deep.equal([['d'], {}])
  })

  it('selects by labels before it paginates', async () => {
    expect(await list('team=x', 1)).to.deep.equal([['a'], { continue: 'a', remainingItemCount: 1 }])
    expect(await list('team!=x', 1)).to.deep.equal([['b'], {}])
  })

  it('rejects the list if one of the Namespaces is denied', async () => {
    const denied = new ForbiddenByClusterError('namespaces "b" is forbidden', [], '')
    const reading = listNamespacesByName(
      ['a', 'b'],
      { labelSelector: '', limit: 500, after: '' },
      async (name) => {
        if (name === 'b') throw denied
        return get(name)
      },
    )
    const failure: unknown = await reading.catch((error: unknown) => error)
    expect(failure).to.equal(denied)
  })
})
