import type { Pod } from './model.ts'

const STARTED = '2026-11-20T11:25:02Z'

/** A Pod of a Deployment with every kind of container, one that cannot be scheduled, and one that initializes. */
export const podSamples: readonly [Pod, ...Pod[]] = [
  {
    metadata: {
      name: 'storefront-6d5f9c7b8-x2x7k',
      namespace: 'shop',
      uid: '0d5f7f3e-9f0a-4f5e-8a75-0a4f6f1d2c3b',
      resourceVersion: '48119',
      creationTimestamp: '2026-11-20T11:25:00Z',
      labels: { app: 'storefront' },
      annotations: { 'example.com/team': 'shop' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: 'storefront-6d5f9c7b8',
          uid: '2f0b8a6c-51a5-4c59-9a53-3c1c6b1d9e10',
          controller: true,
        },
      ],
    },
    spec: {
      nodeName: 'worker-1',
      serviceAccountName: 'storefront',
      restartPolicy: 'Always',
      priority: 0,
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      imagePullSecrets: [{ name: 'registry' }],
      tolerations: [
        {
          key: 'node.kubernetes.io/not-ready',
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 300,
        },
      ],
      containers: [
        {
          name: 'web',
          image: 'registry.example/storefront:1.4.2',
          ports: [{ name: 'http', containerPort: 8080, hostPort: 80, hostIP: '10.0.0.1', protocol: 'TCP' }],
          resources: {
            requests: { cpu: '100m', memory: '128Mi' },
            limits: { cpu: '500m', memory: '256Mi' },
          },
          env: [
            { name: 'LOG_LEVEL' },
            { name: 'CURRENCY', valueFrom: { configMapKeyRef: { name: 'prices', key: 'currency' } } },
            { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
            { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
            {
              name: 'LIMIT',
              valueFrom: { resourceFieldRef: { containerName: 'web', resource: 'limits.cpu' } },
            },
            { name: 'BUILD', valueFrom: { fileKeyRef: { volumeName: 'build', key: 'id' } } },
          ],
          envFrom: [{ prefix: 'SHOP_', configMapRef: { name: 'settings' } }, { secretRef: { name: 'keys' } }],
          volumeMounts: [{ name: 'settings', mountPath: '/etc/shop', readOnly: true, subPath: 'shop' }],
          livenessProbe: {
            httpGet: { path: '/healthz', port: 'http', host: '', scheme: 'HTTP' },
            initialDelaySeconds: 5,
            timeoutSeconds: 1,
            periodSeconds: 10,
            successThreshold: 1,
            failureThreshold: 3,
          },
          readinessProbe: { grpc: { port: 9000, service: 'ready' } },
          startupProbe: { exec: { command: ['true'] } },
        },
      ],
      initContainers: [
        { name: 'proxy', image: 'registry.example/proxy:2', restartPolicy: 'Always' },
        { name: 'migrate', image: 'registry.example/migrate:1', livenessProbe: { tcpSocket: { port: 1 } } },
      ],
      ephemeralContainers: [{ name: 'debug', image: 'registry.example/debug:1' }],
      volumes: [
        { name: 'settings', configMap: { name: 'settings' } },
        { name: 'keys', secret: { secretName: 'keys' } },
        { name: 'all', projected: { sources: [{ secret: { name: 'tls' } }, { configMap: { name: 'ca' } }] } },
        { name: 'build', emptyDir: {} },
        { name: 'scratch', ephemeral: { volumeClaimTemplate: {} } },
      ],
      overhead: { cpu: '10m' },
      resources: { requests: { cpu: '200m' }, limits: null },
    },
    status: {
      phase: 'Running',
      reason: '',
      message: '',
      podIP: '10.1.2.3',
      podIPs: [{ ip: '10.1.2.3' }],
      hostIP: '10.0.0.1',
      qosClass: 'Burstable',
      startTime: '2026-11-20T11:25:00Z',
      conditions: [
        { type: 'Initialized', status: 'True', lastProbeTime: null, lastTransitionTime: STARTED },
        {
          type: 'Ready',
          status: 'False',
          reason: 'ContainersNotReady',
          message: 'web',
          lastTransitionTime: STARTED,
        },
      ],
      initContainerStatuses: [
        {
          name: 'proxy',
          image: 'registry.example/proxy:2',
          ready: true,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: STARTED } },
        },
        {
          name: 'migrate',
          image: 'registry.example/migrate:1',
          ready: true,
          restartCount: 0,
          state: {
            terminated: { exitCode: 0, reason: 'Completed', startedAt: STARTED, finishedAt: STARTED },
          },
        },
      ],
      containerStatuses: [
        {
          name: 'web',
          image: 'registry.example/storefront:1.4.2',
          ready: false,
          started: false,
          restartCount: 7,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' } },
          lastState: {
            terminated: {
              exitCode: 137,
              signal: 9,
              reason: 'OOMKilled',
              message: 'killed',
              startedAt: '2026-11-27T11:49:00Z',
              finishedAt: '2026-11-27T11:50:00Z',
            },
          },
          resources: { requests: { cpu: '100m' }, limits: { cpu: '500m' } },
          allocatedResources: { cpu: '100m' },
        },
      ],
      ephemeralContainerStatuses: null,
    },
  },
  {
    metadata: {
      name: 'report',
      namespace: 'shop',
      uid: '0d5f7f3e-9f0a-4f5e-8a75-0a4f6f1d2c3c',
      resourceVersion: '48200',
      creationTimestamp: '2026-11-27T11:58:00Z',
      deletionTimestamp: '2026-11-27T11:59:30Z',
      deletionGracePeriodSeconds: 30,
    },
    spec: { containers: [{ name: 'report', image: 'registry.example/report:3' }] },
    status: {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes' }],
    },
  },
  {
    metadata: {
      name: 'import',
      namespace: 'shop',
      uid: '0d5f7f3e-9f0a-4f5e-8a75-0a4f6f1d2c3d',
      resourceVersion: '48201',
      creationTimestamp: '2026-11-27T11:59:00Z',
    },
    spec: {
      nodeName: 'worker-1',
      initContainers: [{ name: 'fetch', image: 'registry.example/fetch:1' }],
      containers: [{ name: 'import', image: 'registry.example/import:1' }],
    },
    status: {
      phase: 'Pending',
      conditions: [{ type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized' }],
      initContainerStatuses: [
        { name: 'fetch', ready: false, restartCount: 0, state: { running: { startedAt: STARTED } } },
      ],
      containerStatuses: [
        { name: 'import', ready: false, restartCount: 0, state: { waiting: { reason: 'PodInitializing' } } },
      ],
    },
  },
]
