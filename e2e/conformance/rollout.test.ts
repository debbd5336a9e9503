import { expect } from 'chai'
import { eventually } from './eventually.ts'
import { identityOf, itemsOf, present } from './expect.ts'
import type { KubeJson } from './kube.ts'
import { type Target, openTarget } from './target.ts'
import { createDeployment, isReady, labelled, rolledOut } from './workloads.ts'

const restartedAt = 'kubectl.kubernetes.io/restartedAt'

/** Returns the controlling owner reference, without the fields that the suite does not examine. */
function controller({ metadata }: KubeJson): object {
  const owner = present(metadata?.ownerReferences?.[0], 'metadata.ownerReferences[0]')
  const { kind, name, uid, controller, blockOwnerDeletion } = owner
  return { kind, name, uid, controller, blockOwnerDeletion }
}

const owned = (kind: string, owner: KubeJson): object => ({
  kind,
  ...identityOf(owner),
  controller: true,
  blockOwnerDeletion: true,
})

describe('conformance: Deployments', () => {
  let target: Target
  let deployments: string

  before(async () => {
    target = await openTarget()
    deployments = `/apis/apps/v1/namespaces/${target.namespace}/deployments`
  })

  const pods = async (app: string): Promise<KubeJson[]> =>
    (await labelled(target, 'pods', app)).filter(({ metadata }) => metadata?.deletionTimestamp === undefined)

  it('comes with its defaults', async () => {
    const { spec, metadata } = await createDeployment(target, 'defaults', { replicas: 0 })
    expect(metadata?.generation).to.equal(1)
    expect(spec).to.deep.include({
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
    })
    expect(spec?.template?.spec).to.deep.include({
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      securityContext: {},
    })
    expect(spec?.template?.spec?.containers?.[0]).to.deep.include({
      imagePullPolicy: 'IfNotPresent',
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      resources: {},
    })
  })

  it('a selector that does not match its template: 422', async () => {
    const template = {
      metadata: { labels: { app: 'b' } },
      spec: { containers: [{ name: 'c', image: 'x:1' }] },
    }
    const spec = { selector: { matchLabels: { app: 'a' } }, template }
    const { status, json } = await target.admin.send('POST', deployments, {
      body: { metadata: { name: 'bad' }, spec },
    })
    expect([status, json.reason, json.message]).to.deep.equal([
      422,
      'Invalid',
      'Deployment.apps "bad" is invalid: spec.template.metadata.labels: Invalid value: {"app":"b"}: `selector` does not match template `labels`',
    ])
    expect(json.details).to.include({ name: 'bad', group: 'apps', kind: 'Deployment' })
  })

  it('rolls out: ReplicaSet and Pods by ownership, conditions, counts', async () => {
    const made = await createDeployment(target, 'web')
    const { metadata, status } = await rolledOut(target, 'web')
    expect(metadata?.annotations).to.deep.equal({ 'deployment.kubernetes.io/revision': '1' })
    expect(status).to.include({ replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 })
    expect(status).to.not.have.any.keys('unavailableReplicas')
    const set = present((await labelled(target, 'replicasets', 'web'))[0], 'the ReplicaSet')
    const hash = set.metadata?.labels?.['pod-template-hash']
    expect(set.metadata?.name).to.equal(`web-${hash}`)
    expect(controller(set)).to.deep.equal(owned('Deployment', made))
    expect(set.spec?.selector).to.deep.equal({ matchLabels: { app: 'web', 'pod-template-hash': hash } })
    expect(set.metadata?.annotations).to.deep.equal({
      'deployment.kubernetes.io/desired-replicas': '2',
      'deployment.kubernetes.io/max-replicas': '3',
      'deployment.kubernetes.io/revision': '1',
    })
    expect(set.status).to.deep.equal({
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
    })
    for (const pod of await pods('web')) {
      expect(pod.metadata?.name).to.match(new RegExp(`^web-${hash}-[bcdfghjklmnpqrstvwxz2456789]{5}$`))
      expect(pod.metadata?.generateName).to.equal(`web-${hash}-`)
      expect(controller(pod)).to.deep.equal(owned('ReplicaSet', set))
    }
    const said = Object.fromEntries(
      status?.conditions?.map(({ type, status, reason, message }) => [type, { status, reason, message }]) ??
        [],
    )
    expect(said).to.deep.equal({
      Available: {
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      },
      Progressing: {
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: `ReplicaSet "${set.metadata?.name}" has successfully progressed.`,
      },
    })
  })

  it('restarts when an annotation of the template changes', async () => {
    const before = await pods('web')
    const body = {
      spec: { template: { metadata: { annotations: { [restartedAt]: '2026-01-01T00:00:00Z' } } } },
    }
    const type = 'application/strategic-merge-patch+json'
    const patched = await target.admin.send('PATCH', `${deployments}/web`, { body, type })
    expect([patched.status, patched.json.metadata?.generation]).to.deep.equal([200, 2])
    const { metadata, status } = await rolledOut(target, 'web')
    expect(metadata?.annotations?.['deployment.kubernetes.io/revision']).to.equal('2')
    expect(status?.observedGeneration).to.equal(2)
    const sets = await labelled(target, 'replicasets', 'web')
    const sizes = Object.fromEntries(
      sets.map((set) => [
        set.metadata?.annotations?.['deployment.kubernetes.io/revision'],
        set.spec?.replicas,
      ]),
    )
    expect(sizes).to.deep.equal({ 1: 0, 2: 2 })
    const current = present(
      sets.find((set) => set.spec?.replicas === 2),
      'a ReplicaSet of 2',
    )
    const after = await pods('web')
    expect(after.map(controller)).to.deep.equal([owned('ReplicaSet', current), owned('ReplicaSet', current)])
    expect(after[0]?.metadata?.annotations).to.deep.equal({ [restartedAt]: '2026-01-01T00:00:00Z' })
    const old = new Set(before.map((pod) => identityOf(pod).uid))
    expect(after.some((pod) => old.has(identityOf(pod).uid))).to.equal(false)
  })

  it('a strategic merge finds containers by name', async () => {
    const body = {
      spec: { template: { spec: { containers: [{ name: 'main', env: [{ name: 'A', value: '1' }] }] } } },
    }
    const type = 'application/strategic-merge-patch+json'
    const { json } = await target.admin.send('PATCH', `${deployments}/web`, { body, type })
    expect(json.spec?.template?.spec?.containers?.[0]).to.deep.include({
      name: 'main',
      image: target.image,
      env: [{ name: 'A', value: '1' }],
    })
    await rolledOut(target, 'web')
  })

  it('scales without a roll-out, and says what happened in Events', async () => {
    await target.admin.merge(`${deployments}/web`, { spec: { replicas: 3 } })
    await eventually(target.patience, async () => (await pods('web')).filter(isReady).length === 3)
    const latest = (await labelled(target, 'replicasets', 'web')).find((set) => (set.spec?.replicas ?? 0) > 0)
    const query =
      'fieldSelector=involvedObject.kind%3DDeployment,involvedObject.name%3Dweb,reason%3DScalingReplicaSet'
    const message = `Scaled up replica set ${latest?.metadata?.name} from 2 to 3`
    const event = await eventually(target.patience, async () => {
      const events = await target.admin.get(`/api/v1/namespaces/${target.namespace}/events?${query}`)
      // From the tenth similar event on, the message has the prefix "(combined from similar events): ".
      return itemsOf(events).find((event) => event.message?.endsWith(message))
    })
    expect(event).to.deep.include({
      type: 'Normal',
      source: { component: 'deployment-controller' },
      eventTime: null,
    })
  })

  it('rolls no paused Deployment until it is resumed', async () => {
    await target.admin.merge(`${deployments}/web`, { spec: { paused: true } })
    const body = {
      spec: { template: { metadata: { annotations: { [restartedAt]: '2026-02-02T00:00:00Z' } } } },
    }
    const { metadata } = await target.admin.merge(`${deployments}/web`, body)
    const generation = present(metadata?.generation, 'metadata.generation')
    const held = await eventually(target.patience, async () => {
      const found = await target.admin.get(`${deployments}/web`)
      return found.status?.observedGeneration === generation && found
    })
    const progress = held.status?.conditions?.find(({ type }) => type === 'Progressing')
    expect(progress).to.include({
      status: 'Unknown',
      reason: 'DeploymentPaused',
      message: 'Deployment is paused',
    })
    expect(held.status?.updatedReplicas).to.equal(undefined)
    await target.admin.merge(`${deployments}/web`, { spec: { paused: null } })
    await rolledOut(target, 'web')
  })

  it('a Pod that is deleted comes back under another name', async () => {
    const { name, uid } = identityOf(present((await pods('web'))[0], 'a Pod'))
    const path = `/api/v1/namespaces/${target.namespace}/pods/${name}`
    const { status, json } = await target.admin.send('DELETE', path, { body: { preconditions: { uid } } })
    expect(status).to.equal(200)
    expect(json).to.include({ kind: 'Pod', apiVersion: 'v1' })
    expect(json.metadata).to.include({ uid, deletionGracePeriodSeconds: 1 })
    expect(json.metadata?.deletionTimestamp).to.be.a('string')
    await eventually(target.patience, async () => (await target.admin.send('GET', path)).status === 404)
    await eventually(target.patience, async () => (await pods('web')).filter(isReady).length === 3)
    expect((await pods('web')).map((pod) => identityOf(pod).name)).to.not.include(name)
  })

  it('a Pod is not deleted in the place of another', async () => {
    const { name, uid } = identityOf(present((await pods('web'))[0], 'a Pod'))
    const path = `/api/v1/namespaces/${target.namespace}/pods/${name}`
    const { status, json } = await target.admin.send('DELETE', path, {
      body: { preconditions: { uid: 'other' } },
    })
    expect([status, json.message]).to.deep.equal([
      409,
      `Operation cannot be fulfilled on Pod "${name}": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    ])
    expect((await target.admin.get(path)).metadata?.uid).to.equal(uid)
  })

  it('deletes ReplicaSets and Pods along with their Deployment', async () => {
    const { status, json } = await target.admin.send('DELETE', `${deployments}/web`)
    expect(status).to.equal(200)
    expect(json).to.include({ kind: 'Status', status: 'Success' })
    expect(json.details).to.include({ kind: 'deployments', group: 'apps' })
    await eventually(target.patience, async () => (await labelled(target, 'replicasets', 'web')).length === 0)
    await eventually(target.patience, async () => (await labelled(target, 'pods', 'web')).length === 0)
  })
})
