import type { Event } from './model.ts'

/** A warning of the kubelet, and an Event that a writer of events.k8s.io made. */
export const eventSamples: readonly [Event, ...Event[]] = [
  {
    metadata: {
      name: 'storefront-6d5f9c7b8-x2x7k.17c2d1f0a5b3e9d1',
      namespace: 'shop',
      uid: '6d1c6f0e-6c4a-4a53-9c8e-0e5d5b1f7a01',
      resourceVersion: '48120',
      creationTimestamp: '2026-11-27T11:20:00Z',
    },
    involvedObject: {
      kind: 'Pod',
      namespace: 'shop',
      name: 'storefront-6d5f9c7b8-x2x7k',
      uid: '0d5f7f3e-9f0a-4f5e-8a75-0a4f6f1d2c3b',
    },
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container web',
    count: 7,
    firstTimestamp: '2026-11-27T11:20:00Z',
    lastTimestamp: '2026-11-27T11:50:00Z',
    eventTime: null,
    series: null,
  },
  {
    metadata: {
      name: 'storefront-6d5f9c7b8-x2x7k.17c2d1f0a5b3e9d2',
      namespace: 'shop',
      uid: '6d1c6f0e-6c4a-4a53-9c8e-0e5d5b1f7a02',
      resourceVersion: '48064',
      creationTimestamp: '2026-11-20T11:25:00Z',
    },
    involvedObject: {
      kind: 'Pod',
      namespace: 'shop',
      name: 'storefront-6d5f9c7b8-x2x7k',
      uid: '0d5f7f3e-9f0a-4f5e-8a75-0a4f6f1d2c3b',
    },
    type: 'Normal',
    reason: 'Scheduled',
    message: 'Successfully assigned shop/storefront-6d5f9c7b8-x2x7k to worker-1',
    count: null,
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: '2026-11-20T11:25:00.120045Z',
    series: { count: 2, lastObservedTime: '2026-11-20T11:25:10.000001Z' },
  },
]
