import { expect } from 'chai'
import { ClusterError, ForbiddenByClusterError, InvalidRequestError } from '../../core/errors.ts'
import { nodes } from '../nodes/kind.ts'
import { pods } from '../pods/kind.ts'
import { services } from '../services/kind.ts'
import type { Kind } from '../../cluster/kind.ts'
import { readSections } from './read-sections.ts'

const section = <T>(kind: Kind<T>, read: () => Promise<number>) => ({ kind: kind as Kind<unknown>, read })
const denied = (resource: string) => async (): Promise<number> => {
  const missing = { verb: 'list', apiGroup: '', resource }
  throw new ForbiddenByClusterError(`${resource} is forbidden`, [missing], `grant list ${resource}`)
}
const broken = async (): Promise<number> => {
  throw new ClusterError('the cluster failed', 'status 500')
}
const one = async () => 1
const never = () => new Promise<number>(() => undefined)

const service = { namespace: undefined, isCallerAuthorized: false }
const caller = { namespace: undefined, isCallerAuthorized: true }

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('readSections', () => {
  it('serves what can be read, and names what is denied and what failed', async () => {
    const sections = {
      nodes: section(nodes, one),
      pods: section(pods, denied('pods')),
      services: section(services, broken),
    }
    expect(await readSections(sections, service)).to.deep.equal({
      values: { nodes: 1, pods: null, services: null },
      unavailable: [
        { section: 'pods', code: 'FORBIDDEN', error: 'pods is forbidden' },
        { section: 'services', code: 'INTERNAL_ERROR', error: 'the cluster failed' },
      ],
      syncing: [],
    })
  })

  it('rejects with every missing right if all sections are denied', async () => {
    const sections = { nodes: section(nodes, denied('nodes')), pods: section(pods, denied('pods')) }
    const error = await failure(readSections(sections, service))
    expect(error).to.be.instanceOf(ForbiddenByClusterError)
    expect(error).to.deep.include({ message: 'nodes is forbidden', hint: 'grant list nodes' })
    const { missing } = error as ForbiddenByClusterError
    expect(missing.map(({ resource }) => resource)).to.deep.equal(['nodes', 'pods'])
  })

  it('rejects with the failure of the cluster if no section could be read and not all are denied', async () => {
    const sections = { nodes: section(nodes, denied('nodes')), pods: section(pods, broken) }
    expect(await failure(readSections(sections, service))).to.be.instanceOf(ClusterError)
  })

  it('rejects with an error that is not about one section', async () => {
    const gone = new Error('aborted')
    const sections = { nodes: section(nodes, one), pods: section(pods, () => Promise.reject(gone)) }
    expect(await failure(readSections(sections, service))).to.equal(gone)
  })

  it('requires a namespace of a caller to whom all namespaces are denied', async () => {
    const sections = { nodes: section(nodes, one), pods: section(pods, denied('pods')) }
    const error = await failure(readSections(sections, caller))
    expect(error).to.be.instanceOf(InvalidRequestError)
    expect((error as Error).message).to.equal('namespace is required: the caller may not list all namespaces')
    for (const options of [service, { ...caller, namespace: 'shop' }])
      expect((await readSections(sections, options)).values).to.deep.equal({ nodes: 1, pods: null })
    expect((await readSections({ nodes: section(nodes, one) }, caller)).values).to.deep.equal({ nodes: 1 })
    const some = { ...sections, services: section(services, one) }
    expect((await readSections(some, caller)).values).to.include({ pods: null, services: 1 })
  })

  it('leaves out at the time limit what is still being read', async () => {
    const sections = { nodes: section(nodes, one), pods: section(pods, never) }
    const { promise: timeLimit, resolve } = Promise.withResolvers<void>()
    const reading = readSections(sections, { ...service, timeLimit })
    resolve()
    expect(await reading).to.deep.equal({
      values: { nodes: 1, pods: null },
      unavailable: [],
      syncing: ['pods'],
    })
  })
})
