import { expect } from 'chai'
import { loadConfig } from '../../config/load-config.ts'
import { defaultTiming } from '../../testing/alert-timing.ts'
import { timingOf } from './notifications-config.ts'

const load = (flags: Record<string, unknown>) => loadConfig({ demo: true, ...flags }, {})
const channel = { type: 'webhook', urlFrom: { file: '/run/url' } }

describe('the configuration of notifications', () => {
  it('disables notifications by default, with no hosts and addresses and the documented times', () => {
    const config = load({})
    expect(config).to.deep.include({
      notifications: false,
      notificationsAllowedHosts: [],
      notificationsAllowedAddresses: [],
      notificationsContexts: [],
    })
    expect(timingOf(config)).to.deep.equal(defaultTiming)
  })

  for (const [title, flags, message] of [
    [
      'a network without a length',
      { notificationsAllowedAddresses: '10.0.0.0' },
      'is not a network such as 10.0.0.0/8',
    ],
    ['a time of zero', { notificationsRepeat: '0s' }, 'notificationsRepeat must be longer than 0s'],
    ['a time that is none', { notificationsFor: 'soon' }, 'notificationsFor must be a duration'],
    ['a host with a path', { notificationsAllowedHosts: 'a.example/path' }, 'notificationsAllowedHosts.0'],
    [
      'a channel with the URL itself',
      { notificationsChannels: '{"a":{"type":"slack","url":"https://a"}}' },
      'notificationsChannels.a',
    ],
    [
      'a channel with a name in upper case',
      { notificationsChannels: JSON.stringify({ A: channel }) },
      'A is not a setting',
    ],
    [
      'eleven channels',
      {
        notificationsChannels: JSON.stringify(
          Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, channel])),
        ),
      },
      'notificationsChannels',
    ],
  ] as const)
    it(`rejects ${title} in the settings of notifications`, () => {
      expect(() => load(flags)).to.throw(message)
    })

  it('accepts channels as JSON, hosts with ports and literal addresses', () => {
    const { notificationsChannels } = load({
      notificationsChannels: JSON.stringify({ ops: channel }),
      notificationsAllowedHosts: 'hooks.example.com:8443,10.0.0.7,[fd00::7]:8443',
    })
    expect(notificationsChannels).to.deep.equal({ ops: channel })
  })
})
