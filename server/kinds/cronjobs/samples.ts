import type { CronJob } from './model.ts'

/** A CronJob in a time zone, one that is suspended, and one with an interval that is not yet scheduled. */
export const samples: readonly [CronJob, ...CronJob[]] = [
  {
    metadata: {
      name: 'nightly-report',
      namespace: 'shop',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0031',
      resourceVersion: '51500',
      creationTimestamp: '2026-10-02T07:59:58Z',
      generation: 1,
      labels: { app: 'nightly-report' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Report', name: 'nightly', uid: '6f0e3b1a' }],
    },
    spec: {
      schedule: '0 4 * * mon-fri',
      timeZone: 'Europe/Berlin',
      suspend: false,
      concurrencyPolicy: 'Forbid',
      jobTemplate: {
        spec: {
          template: { spec: { containers: [{ name: 'report', image: 'registry.example/report:3.1' }] } },
        },
      },
    },
    status: {
      active: [{ kind: 'Job', name: 'nightly-report-29930580', namespace: 'shop' }],
      lastScheduleTime: '2026-11-27T03:00:00Z',
      lastSuccessfulTime: '2026-11-26T03:04:05Z',
    },
  },
  {
    metadata: {
      name: 'cleanup',
      namespace: 'shop',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0032',
      resourceVersion: '51501',
      creationTimestamp: '2026-10-02T08:00:00Z',
    },
    spec: { schedule: '@hourly', timeZone: null, suspend: true },
    status: { active: null, lastScheduleTime: null },
  },
  {
    metadata: {
      name: 'heartbeat',
      namespace: 'monitoring',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0033',
      resourceVersion: '51502',
      creationTimestamp: '2026-11-20T08:00:00Z',
    },
    spec: { schedule: '@every 90m' },
  },
]
