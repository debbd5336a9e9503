/** A running Pod of an image that logs continuously. */
export const talker = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'talker', namespace: 'default' },
  spec: { nodeName: 'none', containers: [{ name: 'main', image: 'demo/talker:1' }] },
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        name: 'main',
        ready: true,
        restartCount: 0,
        image: 'demo/talker:1',
        imageID: '',
        state: { running: { startedAt: '2026-11-20T11:25:00Z' } },
      },
    ],
  },
}
