import { suffix } from './shape.ts'

/** Returns the Pod template of an application; every third has a second container. */
export function podTemplate(app: number) {
  const name = `app-${suffix(app, 6)}`
  const labels = {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/component': app % 2 === 0 ? 'api' : 'worker',
    team: `team-${app % 12}`,
    tier: ['frontend', 'backend', 'data'][app % 3] ?? 'data',
  }
  return {
    metadata: { labels, annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9090' } },
    spec: {
      containers: [main(name, app), ...(app % 3 === 0 ? [sidecar()] : [])],
      volumes: [
        { name: 'config', configMap: { name: `${name}-config`, defaultMode: 420 } },
        { name: 'credentials', secret: { secretName: `${name}-credentials`, defaultMode: 420 } },
        { name: 'scratch', emptyDir: { sizeLimit: '256Mi' } },
        { name: 'kube-api-access', projected: { defaultMode: 420, sources: TOKEN_SOURCES } },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      serviceAccountName: 'default',
      securityContext: { runAsNonRoot: true, fsGroup: 65532 },
    },
  }
}

function main(name: string, app: number) {
  const probe = (path: string) => ({
    httpGet: { path, port: 8080, scheme: 'HTTP' },
    periodSeconds: 10,
    timeoutSeconds: 2,
    successThreshold: 1,
    failureThreshold: 3,
  })
  return {
    name: 'app',
    image: `registry.example/${name}:1.${app % 20}.0`,
    imagePullPolicy: 'IfNotPresent',
    args: ['serve', '--listen=:8080', '--metrics=:9090', `--shard=${app}`],
    ports: [
      { name: 'http', containerPort: 8080, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: [
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://otel-collector.observability.svc:4317' },
      { name: 'DATABASE_HOST', valueFrom: { configMapKeyRef: { name: `${name}-config`, key: 'host' } } },
      {
        name: 'DATABASE_PASSWORD',
        valueFrom: { secretKeyRef: { name: `${name}-credentials`, key: 'password' } },
      },
      { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
    ],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/app', readOnly: true },
      { name: 'credentials', mountPath: '/etc/credentials', readOnly: true },
      { name: 'scratch', mountPath: '/tmp' },
      TOKEN_MOUNT,
    ],
    livenessProbe: probe('/healthz'),
    readinessProbe: probe('/readyz'),
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  }
}

function sidecar() {
  return {
    name: 'log-shipper',
    image: 'registry.example/log-shipper:3.2.1',
    imagePullPolicy: 'IfNotPresent',
    env: [{ name: 'TARGET', value: 'logs.observability.svc:24224' }],
    resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '64Mi' } },
    volumeMounts: [{ name: 'scratch', mountPath: '/var/log/app' }, TOKEN_MOUNT],
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  }
}

const TOKEN_MOUNT = {
  name: 'kube-api-access',
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  readOnly: true,
}

const TOKEN_SOURCES = [
  { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
]
