import { defineRoute } from '../../api/define-route.ts'
import { StatusBody } from '../../api/responses.ts'
import type { Notifications } from './notifications-service.ts'
import { changedNotifications, notificationChange, notifications } from './schema.ts'

interface Scope {
  readonly notifications: Pick<Notifications, 'read' | 'change'>
}

const CONFIGURATION = {
  enabled: true,
  enabledResources: ['pods', 'deployments'],
  status: 'active',
  channels: [
    {
      name: 'ops',
      type: 'webhook',
      url: 'https://hooks.example.com/…/****',
      secret: '****',
      minSeverity: 'critical',
      managed: false,
      broken: false,
    },
  ],
  kinds: ['pods', 'deployments'],
  minSeverity: 'warning',
  namespaces: [],
  repeatHours: 4,
} as const

/** Notifications reach no cluster by request: they are of the installation. */
const COMMON = {
  path: '/api/notifications',
  audience: 'authenticated',
  access: [],
  contextual: false,
} as const

export const notificationsRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    summary: 'Get the notifications of the installation',
    description:
      'The configuration with masked URLs and secrets, the alerts that fire, and the last 50 attempts to deliver messages. Notifications report what the service sees, whatever the rights of callers; where those count, `firing` is empty. A switch of each person is `notificationsEnabled` of `/api/settings`.',
    operationId: 'getNotifications',
    response: notifications,
    example: {
      ...CONFIGURATION,
      firing: [
        {
          id: '5d41402abc4b2a76b9719d911017c592',
          phase: 'firing',
          context: 'in-cluster',
          rule: 'image-not-found',
          severity: 'critical',
          kind: 'Deployment',
          name: 'web',
          namespace: 'shop',
          title: 'The image does not exist',
          since: '2026-11-20T11:25:00Z',
        },
      ],
      deliveries: [
        {
          id: '5d41402abc4b2a76b9719d911017c592-firing-1',
          channel: 'ops',
          time: '2026-11-20T11:25:30Z',
          attempt: 1,
          outcome: 'delivered',
          status: 204,
        },
      ],
    },
    handle: async (_request, { notifications: service }: Scope) => service.read(),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    summary: 'Change the notifications, test their channels, or send a message',
    description:
      'The keys of the body decide. `enabled`, `channels`, `kinds`, `minSeverity`, `namespaces` and `repeatHours` change the configuration; what is absent stays. `test`, alone or with these, sends a test to each channel, or to `channel`, at most three times a minute. `message`, alone with `title`, `severity` and `resource`, is sent to all channels: 202, or 409 if notifications are disabled or have no channel. Channels of callers need `auth.writes`, and hosts in `notifications.allowedHosts`: others are 403 and 400. Changes, tests and messages are in the audit log.',
    operationId: 'updateNotifications',
    body: notificationChange,
    response: changedNotifications,
    statuses: [200, 202],
    problems: ['CONFLICT', 'NOT_CONFIGURED', 'UNAVAILABLE', 'RATE_LIMITED'],
    example: { success: true, message: 'notifications are enabled', ...CONFIGURATION },
    handle: async ({ body }, { notifications: service }: Scope) =>
      new StatusBody(body.message === undefined ? 200 : 202, await service.change(body)),
  }),
]
