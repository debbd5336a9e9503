import { useState } from 'preact/hooks'
import { request, send, type Body } from '../api.ts'
import {
  deliveriesByChannel,
  describeDelivery,
  type ChannelDeliveries,
  type Notifications,
} from '../channel-deliveries.ts'
import { formatAge } from '../format-value.ts'
import { Check, Loading, Problem, ReadProblem, Status } from '../parts.tsx'
import { useAction } from '../use-action.ts'
import { useRefresh } from '../use-refresh.ts'
import { useResource } from '../use-resource.ts'
import { useSettings } from '../use-settings.ts'
import { ObjectLink } from './findings.tsx'

type Changed = Body<'updateNotifications'>
type Test = NonNullable<Changed['tests']>[number]
type About = Body<'getAbout'>

/** The notifications of the installation: alerts that fire, channels with their deliveries, and the switch. */
export function NotificationsView({ account }: { readonly account: About | undefined }) {
  const [version, setVersion] = useState(0)
  const turn = useRefresh()
  const notifications = useResource(
    (signal) => request('getNotifications', {}, signal),
    [],
    `${turn} ${version}`,
  )
  const { data } = notifications
  const feature = account?.features['notifications']
  const mayChange = account?.mayWrite === true && feature?.enabled !== false
  return (
    <>
      <div class="title">
        <h2>Notifications</h2>
        {data !== undefined && <Status value={data.enabled ? 'Active' : 'Paused'} />}
      </div>
      <ReadProblem of={notifications} />
      {feature?.enabled === false && (
        <div class="hint">
          <p>Notifications are not configured: nobody is told about problems.</p>
          {feature.hint !== undefined && <p>To have them: {feature.hint}.</p>}
        </div>
      )}
      {account?.mayWrite === false && (
        <p class="faint">The policy of this service allows you no changes: you may read only.</p>
      )}
      <Loading of={notifications} />
      {data !== undefined && (
        <>
          <Switches
            enabled={data.enabled}
            mayChange={mayChange}
            onChange={() => setVersion((before) => before + 1)}
          />
          <Firing alerts={data.firing} />
          {deliveriesByChannel(data).map((group) => (
            <ChannelCard key={group.name} group={group} mayChange={mayChange} />
          ))}
          {data.channels.length === 0 && (
            <p class="empty">
              No channel is set: the operator of this service sets them in notifications.channels, or a member
              of a write group by POST /api/notifications.
            </p>
          )}
        </>
      )}
    </>
  )
}

/** The switch of the installation, and the one of the reader. */
function Switches(options: {
  readonly enabled: boolean
  readonly mayChange: boolean
  readonly onChange: () => void
}) {
  const { enabled, mayChange, onChange } = options
  const { preferences, change } = useSettings()
  const { problem, run } = useAction()
  const turn = (value: boolean) =>
    run(() => send('updateNotifications', {}, { enabled: value }).finally(onChange))
  return (
    <section class="card" aria-label="Switches">
      <h3>Switches</h3>
      <div class="switches">
        <Check
          label="Send messages to the channels, for everyone"
          value={enabled}
          disabled={!mayChange}
          onChange={turn}
        />
        <Check
          label="Show me the number of alerts beside the navigation"
          value={preferences.notificationsEnabled}
          onChange={(value) => change({ notificationsEnabled: value })}
        />
      </div>
      {problem !== undefined && <Problem error={problem} />}
    </section>
  )
}

function Firing({ alerts }: { readonly alerts: Notifications['firing'] }) {
  const now = Date.now()
  return (
    <section class="card" aria-label="Firing alerts">
      <h3>
        Firing <span class="faint">{alerts.length}</span>
      </h3>
      {alerts.length === 0 && (
        <p class="faint">
          No alert fires. Where the rights of each caller count, alerts are listed to nobody.
        </p>
      )}
      <ul class="plain-list">
        {alerts.map(({ id, severity, phase, title, kind, name, namespace, since, context }) => (
          <li key={id}>
            <span>
              <Status value={severity} /> <bdi>{title}</bdi>{' '}
              <ObjectLink
                kind={kind}
                name={name}
                context={context}
                {...(namespace === undefined ? {} : { namespace })}
              />
            </span>
            <span class="faint">
              {phase === 'flapping' && 'comes and goes, '}
              {`for ${formatAge(since, now)} in `}
              <bdi>{context}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A channel, a test of it, and its last deliveries. */
function ChannelCard({
  group,
  mayChange,
}: {
  readonly group: ChannelDeliveries
  readonly mayChange: boolean
}) {
  const { name, channel, deliveries } = group
  const now = Date.now()
  return (
    <section class="card" aria-label={`Channel ${name}`}>
      <h3>
        {name} <span class="faint">{channel === undefined ? 'no longer set' : channel.type}</span>
      </h3>
      {channel !== undefined && (
        <p class="faint">
          <bdi>{channel.url}</bdi>
          {channel.minSeverity !== undefined && `, from severity ${channel.minSeverity}`}
          {channel.managed && ', set by the operator of this service'}
        </p>
      )}
      {channel?.broken === true && (
        <p class="problem">
          The receiver said that it is gone: change the channel, or test it once it is back.
        </p>
      )}
      {channel !== undefined && <ChannelTest name={name} mayChange={mayChange} />}
      {deliveries.length === 0 && <p class="faint">Nothing was sent yet.</p>}
      <ul class="event-list">
        {deliveries.map((delivery, index) => (
          <li key={`${delivery.id} ${index}`}>
            <span class="faint">{formatAge(delivery.time, now)}</span>
            <span class={delivery.outcome === 'delivered' ? 'good' : 'bad'}>
              <bdi>{describeDelivery(delivery)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChannelTest({ name, mayChange }: { readonly name: string; readonly mayChange: boolean }) {
  const [isSending, setSending] = useState(false)
  const [result, setResult] = useState<Test>()
  const { problem, run } = useAction()
  const test = async () => {
    setSending(true)
    setResult(undefined)
    await send('updateNotifications', {}, { test: true, channel: name })
      .then((body) => setResult((body as Changed).tests?.[0]))
      .finally(() => setSending(false))
  }
  return (
    <>
      <div class="filters">
        <button
          type="button"
          disabled={!mayChange || isSending}
          onClick={() => run(test)}
          aria-label={`Send a test message to ${name}`}
        >
          {isSending ? 'Sending…' : 'Send a test message'}
        </button>
        {result !== undefined && (
          <span role="status" class={result.delivered ? 'good' : 'bad'}>
            <bdi>{describeTest(result)}</bdi>
          </span>
        )}
      </div>
      {problem !== undefined && <Problem error={problem} />}
    </>
  )
}

function describeTest({ delivered, status, error, milliseconds }: Test): string {
  if (delivered) return `The test was delivered after ${milliseconds} ms.`
  const reason = error ?? (status === undefined ? 'no response' : `status ${status}`)
  return `The test was not delivered: ${reason}.`
}
