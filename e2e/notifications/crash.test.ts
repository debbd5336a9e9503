import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { asPod } from '../bench/as-pod.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { openSecureDemo, type SecureDemo } from '../support/limited-service.ts'
import { flagsOf, killProcess, serveCluster, type ServingProcess } from '../support/serve-process.ts'
import { until } from '../support/until.ts'
import { WEBHOOK_SECRET, WebhookReceiver } from '../support/webhook-receiver.ts'

/** Time until another process holds a Lease whose holder was killed, and has sent what waits. */
const TAKEN_OVER_MS = 120_000
const BECAME = 'became the notifier of problems'

/** The Lease of the notifier without a holder: otherwise another process waits 15 s, as on kind (e2e/cluster/notifications.test.ts). */
const freeLease = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'cluster-inspector-notifier', namespace: 'default' },
  spec: { holderIdentity: '' },
}

/** Returns a Service whose selector matches no Pod. */
const lost = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { app: 'nothing-has-this' }, ports: [{ port: 80 }] },
})

describe('notifications of processes that are killed', function () {
  // Four times a Lease is waited for.
  this.timeout(4 * TAKEN_OVER_MS + 60_000)
  let demo: SecureDemo
  let receiver: WebhookReceiver
  let flags: readonly string[]
  let env: Record<string, string>

  beforeEach(async () => {
    demo = await openSecureDemo({ controllers: false })
    demo.apply(freeLease)
    receiver = await WebhookReceiver.open()
    const folder = openFolder('notifications')
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const urlFrom = { file: file('url', `${receiver.url}/ops`) }
    const secretFrom = { file: file('secret', WEBHOOK_SECRET) }
    const access = { url: demo.url, headers: {}, tls: { ca: demo.ca } }
    const pod = await asPod(join(folder, 'account'), access, demo.token)
    env = pod.env
    const settings = {
      loopback: 'true',
      host: '127.0.0.1',
      notifications: 'true',
      'notifications-channels': JSON.stringify({ ops: { type: 'webhook', urlFrom, secretFrom } }),
      'notifications-ca-file': file('ca', receiver.ca),
      'notifications-for': '1s',
      'notifications-group-wait': '1s',
      'notifications-resolve-after': '1s',
    }
    flags = [...pod.args, ...flagsOf(settings)]
  })

  const serve = async () => serveCluster(flags, env)
  /** Kills processes, of which one is the holder of the Lease. */
  const kill = async (...processes: readonly ServingProcess[]) => {
    for (const { child } of processes) await killProcess(child)
    demo.apply(freeLease)
  }
  const leads = ({ output }: ServingProcess) => output().includes(BECAME)
  const idsOf = (name: string) => receiver.about(name, 'ops').map(({ id }) => id)
  /** Waits for the message about the demo's own problems: what was there before is adopted silently. */
  const waitForObservation = async () =>
    until('the problems of the demo', () => receiver.received[0], TAKEN_OVER_MS)
  /** Waits for the first message about a name; returns its id. */
  const firstIdOf = async (name: string) =>
    until(`a message about ${name}`, () => idsOf(name)[0], TAKEN_OVER_MS)

  it('sends a message again with the same webhook-id if the process is killed in mid-send', async () => {
    const first = await serve()
    await until('a leader', () => leads(first) || undefined, TAKEN_OVER_MS)
    const second = await serve()
    await waitForObservation()
    const reached = receiver.hold('lost-one')
    demo.apply(lost('lost-one'))
    await reached
    expect([leads(second), idsOf('lost-one').length]).to.deep.equal([false, 1])
    await kill(first)
    await until('the same message', () => idsOf('lost-one')[1], TAKEN_OVER_MS)
    expect(leads(second)).to.equal(true)
    demo.apply(lost('lost-two'))
    await firstIdOf('lost-two')
    const [id] = idsOf('lost-one')
    expect(id).to.not.equal('')
    expect(idsOf('lost-one')).to.deep.equal([id, id])
  })

  it('sends nothing again after all processes were killed', async () => {
    const before = [await serve(), await serve()] as const
    await waitForObservation()
    demo.apply(lost('lost-one'))
    const id = await firstIdOf('lost-one')
    await until('the delivery to be stored', async () => {
      const { json } = await call(before[0].url, 'GET', '/api/notifications')
      return (json['deliveries'] as { id: string }[]).some((one) => one.id === id) || undefined
    })
    await kill(...before)
    const count = receiver.received.length
    await Promise.all([serve(), serve()])
    demo.apply(lost('lost-two'))
    await firstIdOf('lost-two')
    const again = receiver.received.slice(count).filter(({ body }) => !body.includes('lost-two'))
    expect(again).to.deep.equal([])
  })
})
