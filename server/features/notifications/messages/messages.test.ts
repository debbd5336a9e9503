import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { problemFor } from '../../../testing/problem-for.ts'
import type { AlertTransition } from '../alerts/alert.ts'
import type { Group } from '../alerts/group-transitions.ts'
import type { Problem } from '../alerts/problem.ts'
import { cloudEventRequest, parseWebhookSecret } from './cloud-event.ts'
import { composeMessage, textMessage } from './compose-message.ts'
import type { Message } from './message.ts'
import { slackRequest } from './slack-text.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 25)

const memberOf = (changed: Partial<Problem> = {}, number = 1): AlertTransition => {
  const problem = problemFor({
    title: 'Container web crashes',
    message: 'exit code 1',
    since: NOW - 60_500,
    ...changed,
  })
  const { namespace, name, rule } = problem
  return { transition: 'firing', fingerprint: `${namespace}${name}${rule}`, number, problem, at: NOW }
}
const groupOf = (members: readonly AlertTransition[], changed: Partial<Group> = {}): Group => ({
  transition: 'firing',
  isStorm: false,
  members,
  ...changed,
})
const many = (count: number, changed: Partial<Problem> = {}) =>
  Array.from({ length: count }, (_, n) => memberOf({ name: `web-${String(n).padStart(3, '0')}`, ...changed }))

function composed(group: Group, wants?: (problem: Problem) => boolean): Message {
  const message = composeMessage(group, NOW, wants)
  if (message === undefined) throw new Error('the message is empty')
  return message
}

describe('the message about a group', () => {
  it('has the id of its transition, and one of all of them for several, in any order', () => {
    expect(composed(groupOf([memberOf({}, 3)])).id).to.equal('shopwebcrash-loop-firing-3')
    const pair = [memberOf({ name: 'a' }), memberOf({ name: 'b' })]
    const { id } = composed(groupOf(pair))
    expect(id).to.match(/^[0-9a-f]{32}$/)
    expect(composed(groupOf(pair.toReversed())).id).to.equal(id)
    expect(composed(groupOf([memberOf({ name: 'a' }), memberOf({ name: 'b' }, 2)])).id).to.not.equal(id)
  })

  it('lists ten problems, the most severe first, and counts the others', () => {
    const { items, more, title } = composed(
      groupOf([
        ...many(10, { severity: 'warning' }),
        memberOf({ name: 'db' }),
        memberOf({ name: 'big', affected: 9 }),
      ]),
    )
    expect(items.map(({ name }) => name).slice(0, 3)).to.deep.equal(['big', 'db', 'web-000'])
    expect([items.length, more]).to.deep.equal([10, 2])
    expect(title).to.equal('12 problems firing in namespace shop')
    expect(composed(groupOf(many(10))).more).to.equal(0)
  })

  it('names object, time and number of affected objects', () => {
    const { items, title, namespace, context } = composed(groupOf([memberOf({ affected: 20 })]))
    expect(items).to.deep.equal([
      {
        severity: 'critical',
        title: 'Container web crashes',
        message: 'exit code 1',
        rule: 'crash-loop',
        kind: 'Deployment',
        namespace: 'shop',
        name: 'web',
        affected: 20,
        since: '2026-11-20T11:23:59Z',
      },
    ])
    expect([title, namespace, context]).to.deep.equal([
      'firing: Deployment shop/web: Container web crashes',
      'shop',
      'home',
    ])
  })

  it('has the part that a channel wants, and is absent without one', () => {
    const group = groupOf([memberOf(), memberOf({ name: 'db', severity: 'info' })])
    expect(composed(group, ({ severity }) => severity === 'critical').items).to.have.length(1)
    expect(composeMessage(group, NOW, () => false)).to.equal(undefined)
  })

  it('sums up a storm by rule and registry, with Nodes first', () => {
    const node = memberOf({
      rule: 'node-unreachable',
      kind: 'Node',
      name: 'n1',
      namespace: '',
      title: 'Node down',
    })
    const pulls = many(40, { rule: 'image-pull-refused', registry: 'ghcr.io', severity: 'critical' }).map(
      (member, n) => ({ ...member, problem: { ...member.problem, namespace: `team-${n % 5}` } }),
    )
    const { type, items, title, more, namespace } = composed(
      groupOf([...pulls, ...many(3), node], { isStorm: true }),
    )
    expect([type, more, namespace]).to.deep.equal(['storm', 0, undefined])
    expect(title).to.match(/^44 problems firing, first: /)
    expect(items.map(({ rule, affected }) => `${rule} ${affected}`)).to.deep.equal([
      'node-unreachable 1',
      'image-pull-refused 40',
      'crash-loop 3',
    ])
    expect(items[1]?.message).to.match(
      /^40 × image-pull-refused from ghcr\.io in 5 namespaces: .* and 37 more$/,
    )
  })
})

describe('the CloudEvent of a message', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const key = parseWebhookSecret(secret)

  it('has the attributes that CloudEvents 1.0 requires', () => {
    const { headers, body } = cloudEventRequest(
      composed(groupOf([memberOf({ context: 'arn:a/b' })])),
      undefined,
      NOW,
    )
    const { data, ...event } = JSON.parse(body) as Record<string, unknown>
    expect(event).to.deep.equal({
      specversion: '1.0',
      id: 'shopwebcrash-loop-firing-1',
      source: '/contexts/arn%3Aa%2Fb',
      type: 'dev.clusterinspector.issue.firing.v1',
      time: '2026-11-20T11:25:00.000Z',
      subject: 'shop',
      datacontenttype: 'application/json',
    })
    expect(data).to.include({ context: 'arn:a/b', namespace: 'shop', severity: 'critical', more: 0 })
    expect(headers['content-type']).to.equal('application/cloudevents+json; charset=UTF-8')
    expect(headers['webhook-signature']).to.equal(undefined)
  })

  it('carries a signature that the library of Standard Webhooks accepts, for these bytes only', () => {
    const now = Date.now()
    const message = composed(groupOf([memberOf({ message: 'grüße \u{1F600}' })]))
    const { headers, body } = cloudEventRequest(message, key, now)
    const receiver = new Webhook(secret)
    expect(receiver.verify(body, { ...headers })).to.have.property('id', message.id)
    expect(() => receiver.verify(body.replace('home', 'hole'), { ...headers })).to.throw(
      'No matching signature',
    )
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'other' })).to.throw(
      'No matching signature',
    )
  })

  it('keeps a CloudEvent within 64 KiB', () => {
    const { body } = cloudEventRequest(
      composed(groupOf(many(40, { title: '€'.repeat(5000), message: '€'.repeat(5000) }))),
      key,
      NOW,
    )
    expect(Buffer.byteLength(body)).to.be.at.most(64 * 1024)
    const own = { at: NOW, title: 'x', message: '€'.repeat(30_000), severity: 'info' } as const
    const { data } = JSON.parse(cloudEventRequest(textMessage('a', 'message', own), key, NOW).body) as {
      data: { items: unknown[]; more: number }
    }
    expect([data.items, data.more]).to.deep.equal([[], 1])
  })

  it('accepts secrets of 24 to 64 bytes in base64 behind whsec_, and no others', () => {
    const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 251).toString('base64')}`
    expect(parseWebhookSecret(secretOf(24))).to.have.length(24)
    expect(parseWebhookSecret(secretOf(64))).to.have.length(64)
    for (const text of [secretOf(23), secretOf(65), secretOf(32).slice(6), 'whsec_', `${secretOf(32)}!`, 'x'])
      expect(parseWebhookSecret(text), text).to.equal(undefined)
  })
})

describe('the text for Slack', () => {
  const textOf = (message: Message) => (JSON.parse(slackRequest(message).body) as { text: string }).text

  it('names each problem in a line', () => {
    expect(textOf(composed(groupOf([memberOf()])))).to.equal(
      '*firing: Deployment shop/web: Container web crashes*\n• critical: Deployment shop/web: Container web crashes: exit code 1',
    )
    expect(textOf(composed(groupOf(many(12))))).to.match(/\nand 2 more$/)
  })

  it('mentions nobody and makes no links, whatever names say', () => {
    const text = textOf(composed(groupOf([memberOf({ message: '<!channel> <https://a.example|b> & co' })])))
    expect(text).to.include('&lt;!channel&gt; &lt;https://a.example|b&gt; &amp; co').and.not.match(/[<>]/)
  })
})
