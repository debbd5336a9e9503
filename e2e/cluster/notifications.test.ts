import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { MISSING_IMAGE } from '../diagnosis/fixtures/manifests.ts'
import { registryPod } from '../diagnosis/registry-pod.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { WEBHOOK_SECRET, WebhookReceiver } from '../support/webhook-receiver.ts'
import { addressForPods } from './environment/ingress.ts'
import { NAMESPACE, RELEASE } from './environment/release.ts'
import { world } from './environment/world.ts'

const SECRET = 'notification-channels'
const LEASE = `${RELEASE}-notifier`
const PODS = 20
const channels = ['ops', 'chat'] as const
/** Time until a message comes: another replica waits 15 s for the Lease of one that ended. */
const NOTIFIED_MS = 120_000

describe('notifications of three replicas, with times of 2 s', function () {
  this.timeout(400_000)
  const { kubectl, release, forward, image } = world()
  const namespace = `notify-${randomBytes(3).toString('hex')}`
  let receiver: WebhookReceiver
  let orphaned = ''

  before(async () => {
    receiver = await WebhookReceiver.open(await addressForPods())
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await kubectl.apply(registryPod(namespace, image))
    await kubectl.text('wait', '-n', namespace, 'pod/registry', '--for=condition=Ready', '--timeout=300s')
    await kubectl.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: SECRET, namespace: NAMESPACE },
      stringData: {
        ...Object.fromEntries(channels.map((name) => [name, `${receiver.url}/${name}`])),
        signature: WEBHOOK_SECRET,
        ca: receiver.ca,
      },
    })
    await release.setAlone(
      'replicaCount=3',
      'notifications.enabled=true',
      `notifications.existingSecret=${SECRET}`,
      'notifications.caKey=ca',
      'notifications.channels.ops.type=webhook',
      'notifications.channels.ops.urlKey=ops',
      'notifications.channels.ops.secretKey=signature',
      'notifications.channels.chat.type=slack',
      'notifications.channels.chat.urlKey=chat',
      // Opens the port in the NetworkPolicy.
      `notifications.allowedHosts={${new URL(receiver.url).host}}`,
      'notifications.timing.for=2s',
      'notifications.timing.groupWait=2s',
      'notifications.timing.resolveAfter=2s',
    )
    await forward.renew()
  })
  after(async () => {
    await kubectl.remove('namespace', namespace)
    await release.reset()
    await forward.renew()
    await kubectl.remove('secret', SECRET, '-n', NAMESPACE)
  })

  /** Returns a Deployment that runs, or one whose image does not exist. */
  const deployment = (name: string, from: string, replicas: number) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          terminationGracePeriodSeconds: 0,
          containers: [
            { name: 'app', image: from, imagePullPolicy: 'IfNotPresent', command: ['sleep', 'infinity'] },
          ],
        },
      },
    },
  })
  /** A Service that selects nothing. */
  const lost = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { selector: { app: 'nothing-has-this' }, ports: [{ port: 80 }] },
  })

  /** Returns what a channel has got about an object of the suite: `firing`, `resolved`. */
  const transitionsOf = (name: string, channel: string): string[] =>
    receiver
      .about(`${namespace}/${name}`, channel)
      .map(({ body }) => /\b(firing|resolved|flapping)\b/.exec(body)?.[1] ?? body)
  const expectTransitions = async (name: string, ...transitions: readonly string[]) => {
    for (const channel of channels)
      await until(
        `${transitions.join(', ')} of ${name} in ${channel}`,
        () => (transitionsOf(name, channel).length >= transitions.length ? true : undefined),
        NOTIFIED_MS,
      )
    for (const channel of channels) expect(transitionsOf(name, channel), channel).to.deep.equal(transitions)
  }
  /** Waits until a later problem was notified of, so that an earlier message would have come. */
  const waitForLaterMessage = async (name: string) => {
    await kubectl.apply(lost(name))
    await expectTransitions(name, 'firing')
  }
  const holder = async (): Promise<string> => {
    const { spec } = await kubectl.json<{ spec: { holderIdentity?: string } }>(
      'get',
      'lease',
      LEASE,
      '-n',
      NAMESPACE,
    )
    return (spec.holderIdentity ?? '').split('_')[0] ?? ''
  }
  const isFiring = async (name: string): Promise<boolean> => {
    const { json } = await call(forward.api, 'GET', '/api/notifications')
    return (json['firing'] as { name: string; namespace?: string }[]).some(
      (one) => one.name === name && one.namespace === namespace,
    )
  }

  it('sends one message per channel about twenty Pods without their image, and one after the repair', async () => {
    await kubectl.apply(deployment('twenty', MISSING_IMAGE, PODS))
    await expectTransitions('twenty', 'firing')
    await waitForLaterMessage('after-twenty')
    await expectTransitions('twenty', 'firing')
    await kubectl.apply(deployment('twenty', image, 1))
    await expectTransitions('twenty', 'firing', 'resolved')
    await waitForLaterMessage('after-repair')
    await expectTransitions('twenty', 'firing', 'resolved')
  })

  it('sends a message once whose leader was deleted between grouping and sending', async () => {
    // A second try needs an alert of its own.
    orphaned = `orphaned-${randomBytes(3).toString('hex')}`
    // Time to delete the leader.
    await release.set('notifications.timing.groupWait=10s')
    await forward.renew()
    await waitForLaterMessage(`before-${orphaned}`)
    const leader = await holder()
    await kubectl.apply(deployment(orphaned, MISSING_IMAGE, 1))
    await until('the alert to fire', async () => ((await isFiring(orphaned)) ? true : undefined), NOTIFIED_MS)
    await kubectl.text('delete', 'pod', leader, '-n', NAMESPACE, '--wait=false')
    await until(
      'another leader',
      async () => (['', leader].includes(await holder()) ? undefined : true),
      NOTIFIED_MS,
    )
    expect(transitionsOf(orphaned, 'ops'), 'messages of the leader before').to.deep.equal([])
    await expectTransitions(orphaned, 'firing')
    await waitForLaterMessage(`after-${orphaned}`)
    await expectTransitions(orphaned, 'firing')
  })

  it('sends nothing again after all replicas were restarted', async () => {
    const before = receiver.received.length
    await release.restart()
    await forward.renew()
    await waitForLaterMessage('after-restart')
    const ours = receiver.received.slice(before).filter(({ body }) => body.includes(namespace))
    expect(ours.filter(({ body }) => !body.includes('after-restart'))).to.deep.equal([])
    await kubectl.apply(deployment(orphaned, image, 1))
    await expectTransitions(orphaned, 'firing', 'resolved')
  })
})
