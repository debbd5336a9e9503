import { expect } from 'chai'
import {
  ConflictError,
  ForbiddenByPolicyError,
  InvalidRequestError,
  NotConfiguredError,
  TooManyRequestsError,
} from '../../core/errors.ts'
import { NOTIFICATIONS } from '../settings/record-store.ts'
import { noKeys } from '../settings/seal-keys.ts'
import { adoptedAlert } from './alerts/advance-alert.ts'
import { revisionOf, type Channel } from './configuration.ts'
import { MAX_OUTGOING } from './notification-records.ts'
import { emptyState } from './notifier-state.ts'
import { allChannels, type OperatorChannels } from './operator-channels.ts'
import { NotificationsStage } from '../../testing/notifications-stage.ts'
import { problemFor } from '../../testing/problem-for.ts'

const URL_A = 'https://hooks.example.com/canary-of-this-test/a'
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const { signal } = new AbortController()

describe('the notifications of an installation', () => {
  it('serves a client that knows {enabled} alone', async () => {
    const stage = new NotificationsStage()
    expect(await stage.post({ enabled: false })).to.include({
      success: true,
      enabled: false,
      status: 'disabled',
      message: 'notifications are disabled',
    })
    expect(await stage.get()).to.include({ enabled: false, status: 'disabled' })
    expect(await stage.post({ enabled: true })).to.deep.include({
      success: true,
      enabled: true,
      message: 'notifications are enabled',
      enabledResources: ['deployments', 'pods'],
      channels: [],
      kinds: [],
      minSeverity: 'warning',
      repeatHours: 4,
    })
    expect([stage.audited, stage.wakes]).to.deep.equal([
      ['patch notifications configuration', 'done', 'patch notifications configuration', 'done'],
      2,
    ])
  })

  it('keeps what a change of notifications does not name, and changes nothing for an empty body', async () => {
    const stage = new NotificationsStage()
    await stage.post({ kinds: ['pods'], namespaces: ['shop'] })
    await stage.post({ minSeverity: 'critical', repeatHours: 12 })
    expect(await stage.post({})).to.deep.include({
      kinds: ['pods'],
      enabledResources: ['pods'],
      namespaces: ['shop'],
      minSeverity: 'critical',
      repeatHours: 12,
    })
    expect(stage.audited).to.have.length(4)
  })

  it('names channels without a name by their type, and masks URL and secret', async () => {
    const stage = new NotificationsStage()
    const { channels } = await stage.post({
      channels: [
        { type: 'webhook', url: URL_A, secret: SECRET, minSeverity: 'critical' },
        { type: 'webhook', url: `${URL_A}b` },
        { type: 'slack', url: 'https://hooks.slack.com/services/canary-of-this-test', namespaces: ['shop'] },
      ],
    })
    expect(channels).to.deep.equal([
      {
        name: 'webhook',
        type: 'webhook',
        url: 'https://hooks.example.com/…/****',
        secret: '****',
        minSeverity: 'critical',
        managed: false,
        broken: false,
      },
      {
        name: 'webhook-2',
        type: 'webhook',
        url: 'https://hooks.example.com/…/****',
        managed: false,
        broken: false,
      },
      {
        name: 'slack',
        type: 'slack',
        url: 'https://hooks.slack.com/…/****',
        namespaces: ['shop'],
        managed: false,
        broken: false,
      },
    ])
    const stored = await stage.store.read(NOTIFICATIONS, signal)
    const everything = JSON.stringify([channels, await stage.get(), stage.audited, stored])
    expect(everything).to.not.match(/canary|whsec/)
  })

  it('keeps URL and secret for their masks, and for no other host or channel', async () => {
    const stage = new NotificationsStage()
    await stage.post({ channels: [{ name: 'ops', type: 'webhook', url: URL_A, secret: SECRET }] })
    const { channels } = await stage.get()
    await stage.post({ channels: channels.map((channel) => ({ ...channel, minSeverity: 'info' as const })) })
    const open = async () => allChannels({}, await stage.records.configuration(signal))
    expect((await open())[0]).to.include({ url: URL_A, secret: SECRET, minSeverity: 'info' })
    const mask = 'https://hooks.example.com/…/****'
    for (const [channel, name] of [
      [{ name: 'other', type: 'webhook', url: mask }, 'url'],
      [{ name: 'ops', type: 'webhook', url: 'https://hooks.slack.com/…/****' }, 'url'],
      [{ name: 'ops', type: 'webhook', url: `${URL_A}/new`, secret: '****' }, 'secret'],
      [{ name: 'ops', type: 'webhook', url: mask, secret: 'short' }, 'secret'],
      [{ name: 'ops', type: 'slack', url: mask, secret: SECRET }, 'secret'],
      [{ name: 'ops', type: 'webhook', url: 'https://evil.example/' }, 'url'],
    ] as const) {
      const error = await stage.refused({ channels: [channel] })
      expect(error, name).to.be.instanceOf(InvalidRequestError)
      expect((error as InvalidRequestError).issues.map((issue) => issue.name)).to.include(
        `channels.0.${name}`,
      )
    }
    expect((await open())[0]).to.include({ url: URL_A, secret: SECRET })
    await stage.post({ channels: [] })
    expect((await stage.store.read(NOTIFICATIONS, signal))?.record.sealed).to.deep.equal({})
  })

  it('accepts ten channels with different names, and no eleventh', async () => {
    const stage = new NotificationsStage()
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `c${n}`, type: 'webhook' as const, url: URL_A }))
    expect((await stage.post({ channels: many(10) })).channels).to.have.length(10)
    expect(await stage.refused({ channels: many(11) })).to.be.instanceOf(InvalidRequestError)
    expect(await stage.refused({ channels: [...many(1), ...many(1)] })).to.be.instanceOf(InvalidRequestError)
  })

  it('rejects channels of callers without write groups, and accepts the rest of the configuration', async () => {
    const stage = new NotificationsStage({ parts: { hasWriteGroups: false } })
    const error = await stage.refused({ channels: [{ type: 'webhook', url: URL_A }] })
    expect(error).to.be.instanceOf(ForbiddenByPolicyError)
    expect((error as ForbiddenByPolicyError).hint).to.include('auth.writes')
    expect(stage.audited).to.deep.equal([])
    expect((await stage.post({ enabled: true, kinds: ['pods'] })).success).to.equal(true)
  })

  it('lists channels of the operator, which need no write groups and cannot be changed', async () => {
    const operator: OperatorChannels = { ops: { type: 'slack', urlFrom: { file: '/does-not-exist' } } }
    const stage = new NotificationsStage({ operator, parts: { hasWriteGroups: false } })
    const { channels } = await stage.get()
    expect(channels).to.deep.equal([
      { name: 'ops', type: 'slack', url: '****', managed: true, broken: false },
    ])
    expect((await stage.post({ channels })).channels).to.deep.equal(channels)
    const writable = new NotificationsStage({ operator })
    const change = { channels: [{ name: 'ops', type: 'slack' as const, url: URL_A }] }
    expect(await writable.refused(change)).to.be.instanceOf(InvalidRequestError)
  })

  it('tests each channel now, or one, at most three times a minute', async () => {
    const stage = new NotificationsStage()
    const channels = ['a', 'b'].map((name) => ({ name, type: 'webhook' as const, url: URL_A }))
    const { tests, channels: saved } = await stage.post({ channels, test: true })
    expect(tests).to.deep.equal([
      { channel: 'a', delivered: true, status: 204, milliseconds: 0 },
      { channel: 'b', delivered: true, status: 204, milliseconds: 0 },
    ])
    expect(saved).to.have.length(2)
    stage.result = { outcome: 'retry', status: 503, error: 'the receiver responded 503' }
    expect((await stage.post({ test: true, channel: 'b' })).tests).to.deep.equal([
      { channel: 'b', delivered: false, status: 503, error: 'the receiver responded 503', milliseconds: 0 },
    ])
    expect(await stage.refused({ test: true, channel: 'c' })).to.be.instanceOf(InvalidRequestError)
    await stage.post({ test: true })
    expect(await stage.refused({ test: true })).to.be.instanceOf(TooManyRequestsError)
    stage.time.turn(60_000)
    expect((await stage.post({ test: true })).tests).to.have.length(2)
    expect(stage.audited.filter((entry) => entry.startsWith('create'))).to.have.length(4)
    expect((await stage.post({ test: false })).tests).to.equal(undefined)
  })

  it('queues a message of a caller, without credentials in it', async () => {
    const stage = new NotificationsStage()
    await stage.post({ channels: [{ type: 'webhook', url: URL_A }] })
    const { id, queued, success } = await stage.post({
      message: 'token=abc',
      title: 'Deploy',
      severity: 'warning',
      resource: 'shop/web',
    })
    expect([success, queued]).to.deep.equal([true, 1])
    const { outgoing } = await stage.records.configuration(signal)
    expect(
      outgoing.map((message) => [message.id, message.title, message.severity, message.items]),
    ).to.deep.equal([
      [
        id,
        'Deploy',
        'warning',
        [{ severity: 'warning', title: 'Deploy', message: 'token=(masked)', name: 'shop/web' }],
      ],
    ])
    expect(stage.wakes).to.equal(2)
  })

  it('rejects a message without a channel, while disabled, with a change, and above the limit', async () => {
    const stage = new NotificationsStage()
    expect(await stage.refused({ message: 'x' })).to.be.instanceOf(ConflictError)
    await stage.post({ channels: [{ type: 'webhook', url: URL_A }] })
    expect(await stage.refused({ message: 'x', enabled: true })).to.be.instanceOf(InvalidRequestError)
    expect(await stage.refused({ message: 'x', test: true })).to.be.instanceOf(InvalidRequestError)
    for (let n = 0; n < MAX_OUTGOING; n++) await stage.post({ message: String(n) })
    expect(await stage.refused({ message: 'x' })).to.be.instanceOf(ConflictError)
    await stage.post({ enabled: false })
    expect((await stage.records.configuration(signal)).outgoing).to.deep.equal([])
    expect(await stage.refused({ message: 'x' })).to.be.instanceOf(ConflictError)
  })

  it('responds 501 to a change while notifications are off, and to a read with the defaults', async () => {
    const stage = new NotificationsStage({ parts: { records: undefined } })
    expect(await stage.refused({ enabled: true })).to.be.instanceOf(NotConfiguredError)
    expect(await stage.get()).to.include({ enabled: false, status: 'disabled' })
  })

  it('responds 501 to a channel whose URL cannot be sealed', async () => {
    const stage = new NotificationsStage({ keys: noKeys() })
    const change = { channels: [{ type: 'webhook' as const, url: URL_A }] }
    expect(await stage.refused(change)).to.be.instanceOf(NotConfiguredError)
    expect(stage.audited).to.deep.equal(['patch notifications configuration', 'failed'])
  })

  it('lists alerts, deliveries and broken channels, but no alerts where the rights of the caller count', async () => {
    const stage = new NotificationsStage()
    await stage.post({ channels: [{ name: 'ops', type: 'webhook', url: URL_A }] })
    const channel: Channel = { name: 'ops', type: 'webhook', managed: false, url: URL_A, secret: undefined }
    const alert = adoptedAlert(
      'f',
      problemFor({ rule: 'node-not-ready', kind: 'Node', name: 'n1', namespace: '' }),
      0,
    )
    const delivery = {
      id: 'f-firing-1',
      channel: 'ops',
      at: 0,
      attempt: 1,
      outcome: 'failed',
      status: 410,
    } as const
    await stage.records.writeState(
      {
        ...emptyState,
        alerts: new Map([
          ['f', alert],
          ['g', { ...alert, fingerprint: 'g', phase: 'pending' }],
        ]),
        broken: { ops: revisionOf(channel) },
        deliveries: [delivery],
      },
      undefined,
      signal,
    )
    const { firing, deliveries, channels } = await stage.get()
    expect(firing.map(({ id, kind, name }) => [id, kind, name])).to.deep.equal([['f', 'Node', 'n1']])
    expect(deliveries).to.deep.equal([
      {
        id: 'f-firing-1',
        channel: 'ops',
        time: '1970-01-01T00:00:00Z',
        attempt: 1,
        outcome: 'failed',
        status: 410,
      },
    ])
    expect(channels[0]?.broken).to.equal(true)
    stage.result = { outcome: 'broken', status: 410, error: 'x' }
    expect((await stage.post({ test: true })).channels?.[0]?.broken).to.equal(true)
    stage.result = { outcome: 'delivered', status: 200 }
    expect((await stage.post({ test: true })).channels?.[0]?.broken).to.equal(false)
    expect((await stage.get()).channels[0]?.broken).to.equal(false)
    expect((await stage.get(true)).firing).to.deep.equal([])
  })

  it('ignores what an edit by hand has made invalid in the record of notifications', async () => {
    const stage = new NotificationsStage()
    const plain = {
      configuration: {
        enabled: 'yes',
        kinds: [1],
        repeatHours: 5,
        channels: [{}, null, { name: 'a', type: 'x' }],
      },
      outgoing: [{}],
    }
    await stage.store.write(
      NOTIFICATIONS,
      { user: '', subject: '', plain, sealed: { channels: 'x' } },
      undefined,
      signal,
    )
    expect(await stage.get()).to.deep.include({ enabled: true, kinds: [], repeatHours: 5, channels: [] })
  })
})
