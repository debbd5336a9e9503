import { expect } from 'chai'
import type { Kind } from '../cluster/kind.ts'
import type { Cluster, ObjectRef, Selection } from '../cluster/read/cluster.ts'
import { projectionOf } from '../cluster/read/memoized-view.ts'
import { ClusterError, ForbiddenByClusterError, NotFoundError } from '../core/errors.ts'
import { cronJobs } from '../kinds/cronjobs/kind.ts'
import { daemonSets } from '../kinds/daemonsets/kind.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { metadata, now } from '../testing/metadata.ts'
import { diagnoseChain, diagnoseObject } from './diagnose-object.ts'
import { FactPendingError, FactUnavailableError } from './facts.ts'
import { ReadFacts } from './read-facts.ts'

const image = 'registry.example.com/web:2'
const since = '2026-11-27T11:00:00Z'
const deployment = {
  metadata: metadata({ uid: 'uid-web' }),
  status: {
    conditions: [
      { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', lastTransitionTime: since },
    ],
  },
}
const replicaSet = { metadata: metadata({ name: 'web-7c', uid: 'uid-7c' }) }
const failing = {
  metadata: metadata({ name: 'web-7c-1' }),
  spec: { containers: [{ name: 'app', image }] },
  status: {
    containerStatuses: [
      { name: 'app', state: { waiting: { reason: 'ErrImagePull', message: `${image}: not found` } } },
    ],
  },
}

type Lists = Readonly<Record<string, readonly object[] | Error>>

/** A cluster that lists these objects by plural, whatever is selected, and has no objects to get. */
function clusterOf(lists: Lists, reads: string[] = []): Cluster {
  const listed = (kind: Kind<unknown>) => lists[kind.plural] ?? []
  const cluster: Pick<Cluster, 'list' | 'get'> = {
    list: async (kind, selection: Selection, view) => {
      reads.push(`list ${kind.plural} ${JSON.stringify(selection)}`)
      const found = listed(kind)
      if (found instanceof Error) throw found
      return found.flatMap((one) => projectionOf(view)(one as never) ?? [])
    },
    get: async (kind, ref: ObjectRef) => {
      reads.push(`get ${kind.plural} ${ref.name}`)
      const found = listed(kind)
      if (found instanceof Error) throw found
      throw new NotFoundError({ kind: kind.kind, ...ref })
    },
  }
  return cluster as Cluster
}

describe('diagnoseObject', () => {
  it('follows a Deployment to its Pods, and returns what explains it', async () => {
    const reads: string[] = []
    const cluster = clusterOf({ replicasets: [replicaSet], pods: [failing] }, reads)
    const { findings } = await diagnoseObject(cluster, deployments, deployment, now)
    expect(findings.map(({ id, causes }) => [id, causes.map((cause) => cause.id)])).to.deep.equal([
      ['deployment-stalled/Deployment/shop/web', ['image-not-found/Pod/shop/web-7c-1']],
      ['image-not-found/Pod/shop/web-7c-1', []],
    ])
    expect(reads.slice(0, 2)).to.deep.equal([
      'list replicasets {"namespace":"shop","controlledBy":["uid-web"]}',
      'list pods {"namespace":"shop","controlledBy":["uid-7c"]}',
    ])
    expect(new Set(reads).size, 'each fact is read once').to.equal(reads.length)
  })

  it('reads nothing for a healthy object', async () => {
    const reads: string[] = []
    const healthy = { ...deployment, status: { conditions: [] } }
    const { findings } = await diagnoseObject(clusterOf({}, reads), deployments, healthy, now)
    expect([findings, reads]).to.deep.equal([[], []])
  })

  it('reports the kinds that are denied or fail, and finds without them', async () => {
    const cluster = clusterOf({
      replicasets: [replicaSet],
      pods: new ForbiddenByClusterError('pods is forbidden', [], 'grant it'),
    })
    const { findings, log } = await diagnoseObject(cluster, deployments, deployment, now)
    expect(findings.map(({ rule }) => rule)).to.deep.equal(['deployment-stalled'])
    expect(log.unavailable.map(({ kind }) => kind.plural)).to.include('pods')
    const broken = clusterOf({ replicasets: new ClusterError('the cluster failed', 'status 500') })
    expect((await diagnoseObject(broken, deployments, deployment, now)).findings).to.have.length(1)
  })

  it('rejects when the request ends', async () => {
    const gone = new Error('aborted')
    const attempt = diagnoseObject(clusterOf({ replicasets: gone }), deployments, deployment, now)
    expect(await attempt.catch((error: unknown) => error)).to.equal(gone)
  })

  it('reads at most 200 facts', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      metadata: metadata({ name: `web-7c-${index}`, uid: `uid-${index}` }),
      spec: { nodeName: `worker-${index}`, ...failing.spec },
      status: { ...failing.status, conditions: [{ type: 'Ready', status: 'False' }] },
    }))
    const reads: string[] = []
    const cluster = clusterOf(
      { [replicaSets.plural]: [replicaSet], [pods.plural]: many, [nodes.plural]: [] },
      reads,
    )
    await diagnoseObject(cluster, deployments, deployment, now)
    expect(reads.length).to.be.greaterThan(50).and.at.most(200)
  })
})

describe('diagnoseChain', () => {
  it('finds the faults of the Pods of a Deployment that has none itself', async () => {
    const rollingOut = { ...deployment, status: { conditions: [] } }
    const cluster = clusterOf({ replicasets: [replicaSet], pods: [failing] })
    const { findings } = await diagnoseChain(cluster, deployments, rollingOut, now)
    expect(findings.map(({ id }) => id)).to.deep.equal(['image-not-found/Pod/shop/web-7c-1'])
  })

  it('returns the faults of each Job that a CronJob keeps, and of Pods of workloads', async () => {
    const conditions = [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }]
    const job = { metadata: metadata({ name: 'nightly-1' }), status: { conditions } }
    const of = async (kind: Parameters<typeof diagnoseChain>[1], lists: Lists = { pods: [failing] }) => {
      const { findings } = await diagnoseChain(clusterOf(lists), kind, { metadata: metadata({}) }, now)
      return findings.map(({ id }) => id)
    }
    expect(await of(cronJobs, { jobs: [job] })).to.deep.equal(['job-failed/Job/shop/nightly-1'])
    for (const kind of [statefulSets, daemonSets, jobs, replicaSets])
      expect(await of(kind), kind.kind).to.deep.equal(['image-not-found/Pod/shop/web-7c-1'])
    expect(await of(nodes)).to.deep.equal([])
  })

  it('reads the Pods of all ReplicaSets at the same time', async () => {
    const rollingOut = { ...deployment, status: { conditions: [] } }
    const all = Array.from({ length: 15 }, (_, index) => ({
      metadata: metadata({ name: `web-${index}`, uid: `uid-${index}` }),
    }))
    const { findings, log } = await diagnoseChain(
      clusterOf({ replicasets: all, pods: [failing] }),
      deployments,
      rollingOut,
      now,
    )
    expect([...new Set(findings.map(({ id }) => id))]).to.deep.equal(['image-not-found/Pod/shop/web-7c-1'])
    expect(log.unavailable).to.deep.equal([])
  })

  it('says which kinds of the chain may not be read', async () => {
    const cluster = clusterOf({
      replicasets: new ForbiddenByClusterError('replicasets is forbidden', [], 'grant it'),
    })
    const { findings, log } = await diagnoseChain(cluster, deployments, { metadata: metadata({}) }, now)
    expect(findings).to.deep.equal([])
    expect(log.unavailable.map(({ kind }) => kind.plural)).to.deep.equal(['replicasets'])
  })
})

describe('ReadFacts', () => {
  it('has what it read, and nothing more once it has ended', async () => {
    const facts = new ReadFacts(clusterOf({ pods: [failing] }))
    const list = () => facts.list(pods, { namespace: 'shop' })
    expect(list).to.throw(FactPendingError)
    expect(await facts.readPending()).to.equal(true)
    facts.end()
    expect(list()).to.deep.equal([failing])
    expect(() => facts.get(nodes, { name: 'worker' })).to.throw(FactUnavailableError)
    expect(await facts.readPending()).to.equal(false)
  })
})
