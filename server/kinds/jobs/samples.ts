import type { Job } from './model.ts'

/** A complete Job of a CronJob, one that has failed, and one that is not started. */
export const samples: readonly [Job, ...Job[]] = [
  {
    metadata: {
      name: 'nightly-report-29930580',
      namespace: 'shop',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0021',
      resourceVersion: '51400',
      creationTimestamp: '2026-11-27T03:00:00Z',
      generation: 1,
      labels: { app: 'nightly-report' },
      annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-11-27T04:00:00+01:00' },
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          name: 'nightly-report',
          uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0031',
          controller: true,
        },
      ],
    },
    spec: {
      completions: 2,
      parallelism: 2,
      selector: {
        matchLabels: { 'batch.kubernetes.io/controller-uid': '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0021' },
      },
      template: {
        metadata: { labels: { 'batch.kubernetes.io/job-name': 'nightly-report-29930580' } },
        spec: { containers: [{ name: 'report', image: 'registry.example/report:4' }] },
      },
    },
    status: {
      succeeded: 2,
      startTime: '2026-11-27T03:00:00Z',
      completionTime: '2026-11-27T03:04:05Z',
      conditions: [
        {
          type: 'Complete',
          status: 'True',
          reason: 'CompletionsReached',
          message: 'Reached expected number of succeeded pods',
          lastProbeTime: '2026-11-27T03:04:05Z',
          lastTransitionTime: '2026-11-27T03:04:05Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'import',
      namespace: 'shop',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0022',
      resourceVersion: '51401',
      creationTimestamp: '2026-11-27T09:00:00Z',
    },
    spec: {
      completions: null,
      parallelism: null,
      template: { spec: { containers: [{ name: 'import', image: 'registry.example/import:1' }] } },
    },
    status: {
      failed: 3,
      startTime: '2026-11-27T09:00:01Z',
      completionTime: null,
      conditions: [
        {
          type: 'Failed',
          status: 'True',
          reason: 'BackoffLimitExceeded',
          message: 'Job has reached the specified backoff limit',
          lastProbeTime: null,
          lastTransitionTime: '2026-11-27T09:03:31Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'migrate',
      namespace: 'payments',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0023',
      resourceVersion: '51402',
      creationTimestamp: '2026-11-27T10:00:00Z',
    },
    spec: { completions: 1, parallelism: 1, template: { spec: { containers: null } } },
  },
]
