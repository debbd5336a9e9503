import { ok } from '@oazapfts/runtime'
import { expect } from 'chai'
import {
  defaults,
  getPod,
  listDeployments,
  listPods,
  restartDeployment,
  streamChanges,
  streamPodLog,
  type NotFoundProblem,
  type PodChangeEvent,
  type Problem,
  type StreamEvent,
} from './generated.ts'

/** The demo cluster's namespace with the fixtures of this suite. */
const NAMESPACE = 'shop'
/** Typed as any text, so that this project, which is compiled like a client's, does not contain the service. */
const TARGET: string = '../support/target.ts'

/** Returns the sentence that a client shows for an error. Compiles only if `code` narrows each error to its own fields. */
function explain(problem: Problem): string {
  switch (problem.code) {
    case 'NOT_FOUND':
      return `there is no ${Object.keys(problem).find((key) => !['error', 'code', 'namespace'].includes(key))}`
    case 'FORBIDDEN':
      return `missing: ${problem.missing.map(({ verb, resource }) => `${verb} ${resource}`).join(', ')}`
    case 'BAD_REQUEST':
      return problem.issues.map(({ name, message }) => `${name} ${message}`).join('; ')
    case 'INTERNAL_ERROR':
      return problem.details
    default:
      return problem.error
  }
}

function oneOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('the list is empty')
  return first
}

/** Parses the events of a stream, of which `data` is the schema of their name. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
      if ('event' in fields) yield { ...fields, data: JSON.parse(fields['data']) } as StreamEvent
    }
  }
}

describe('a generated TypeScript client', () => {
  before(async () => {
    const { openTarget } = (await import(TARGET)) as { openTarget: () => Promise<{ api: string }> }
    defaults.baseUrl = (await openTarget()).api
  })

  it('lists Pods, typed by status', async () => {
    const response = await listPods({ $namespace: NAMESPACE, limit: 3 })
    if (response.status !== 200) throw new Error(`unexpected ${response.status}`)
    const names: string[] = response.data.pods.map(({ name }) => name)
    expect(names).to.have.length(3)
    expect(response.data.continue).to.be.a('string')
  })

  it('narrows a 404 by its code', async () => {
    const response = await getPod('nowhere', NAMESPACE)
    if (response.status === 200 || response.status === 304) throw new Error('there is such a Pod')
    const { data } = response
    expect(explain(data)).to.equal('there is no pod')
    // @ts-expect-error: not every error has a namespace.
    expect(data.namespace).to.equal(NAMESPACE)
    if (data.code !== 'NOT_FOUND') throw new Error(explain(data))
    const notFound: NotFoundProblem = data
    expect(notFound['pod']).to.equal('nowhere')
  })

  it('narrows a 400 to the issues of the parameters', async () => {
    const response = await listPods({ labelSelector: 'a,,b' })
    if (response.status !== 400) throw new Error(`${response.status}`)
    expect(response.data.issues[0]?.name).to.equal('labelSelector')
    expect(explain(response.data)).to.include('must be a label selector')
  })

  // Before the restart, which takes Pods away.
  it('reads a log as text', async () => {
    const { pods } = await ok(listPods({ $namespace: NAMESPACE, phase: 'Running' }))
    const { name, containers } = oneOf(pods)
    const text: string = await ok(
      streamPodLog(name, NAMESPACE, { container: oneOf(containers).name, tail: 2 }),
    )
    expect(text.trimEnd().split('\n')).to.have.length(2)
  })

  it('restarts a Deployment', async () => {
    const { deployments } = await ok(listDeployments(NAMESPACE))
    const { name } = oneOf(deployments)
    const restart = await ok(restartDeployment(name, { namespace: NAMESPACE }))
    expect([restart.success, restart.deployment]).to.deep.equal([true, name])
  })

  it('follows the event stream, with events discriminated by their name', async () => {
    const stop = new AbortController()
    const pods: PodChangeEvent[] = []
    let synced: readonly string[] = []
    const response = await streamChanges(
      { $namespace: NAMESPACE, kinds: ['pods', 'deployments'] },
      {
        signal: stop.signal,
        // The client reads whole texts, so a stream is read where the response arrives.
        fetch: async (url, init) => {
          const { body, ...rest } = await fetch(url, init)
          for await (const event of eventsOf(body ?? new ReadableStream())) {
            if (event.event === 'pod') pods.push(event)
            if (event.event === 'synced') synced = event.data.kinds
            if (synced.length > 0) break
          }
          return new Response('', rest)
        },
      },
    )
    stop.abort()
    expect(response.status).to.equal(200)
    expect(synced).to.have.members(['pods', 'deployments'])
    expect(pods.map(({ data }) => data.type)).to.include('ADDED')
    expect(pods[0]?.data.object.namespace).to.equal(NAMESPACE)
  })
})
