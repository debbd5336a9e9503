import type { KubeObject } from '../object.ts'

function object(kind: string, namespace: string, name: string, fields: Record<string, unknown>): KubeObject {
  const labels = { 'app.kubernetes.io/part-of': namespace }
  return { apiVersion: 'v1', kind, metadata: { name, namespace, labels }, ...fields }
}

function service(
  namespace: string,
  name: string,
  port: number,
  fields: Record<string, unknown> = {},
): KubeObject {
  return object('Service', namespace, name, {
    spec: {
      selector: { 'app.kubernetes.io/name': name },
      ports: [{ name: 'http', port, targetPort: 'http' }],
      ...fields,
    },
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** Returns the company's Services, ConfigMaps, Secrets and ServiceAccounts. */
export function configObjects(): KubeObject[] {
  return [
    service('shop', 'cart', 8080),
    service('shop', 'search', 9200),
    service('payments', 'payments', 443),
    service('payments', 'ledger', 8080),
    service('monitoring', 'prometheus', 9090),
    service('monitoring', 'grafana', 80, { type: 'NodePort' }),
    service('kube-system', 'coredns', 53),
    object('ConfigMap', 'shop', 'storefront', { data: { theme: 'autumn', currency: 'EUR' } }),
    object('ConfigMap', 'shop', 'search-synonyms', {
      data: { 'synonyms.txt': 'sofa, couch\nlamp, light\n' },
    }),
    object('ConfigMap', 'monitoring', 'prometheus', {
      data: { 'prometheus.yml': 'global:\n  scrape_interval: 15s\n' },
    }),
    object('Secret', 'shop', 'cart-session', { type: 'Opaque', data: { key: base64('not-a-real-key') } }),
    object('Secret', 'payments', 'ledger-db', {
      type: 'Opaque',
      data: { PGUSER: base64('payments'), PGPASSWORD: base64('not-a-real-password') },
    }),
    object('ServiceAccount', 'shop', 'storefront', {}),
    object('ServiceAccount', 'monitoring', 'prometheus', {}),
  ]
}

const rbac = 'rbac.authorization.k8s.io'

function bound(
  kind: string,
  name: string,
  role: [string, string],
  subject: object,
  namespace?: string,
): KubeObject {
  return {
    apiVersion: `${rbac}/v1`,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    subjects: [subject],
    roleRef: { apiGroup: rbac, kind: role[0], name: role[1] },
  }
}

/** Returns the company's roles and bindings. */
export function accessObjects(): KubeObject[] {
  const group = (name: string): object => ({ kind: 'Group', apiGroup: rbac, name })
  return [
    {
      apiVersion: `${rbac}/v1`,
      kind: 'Role',
      metadata: { name: 'pod-reader', namespace: 'shop' },
      rules: [{ apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'metrics-scraper' },
      rules: [
        { apiGroups: [''], resources: ['nodes', 'pods', 'services'], verbs: ['get', 'list', 'watch'] },
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ],
    },
    bound('RoleBinding', 'web-team-reads-pods', ['Role', 'pod-reader'], group('web-team'), 'shop'),
    bound('RoleBinding', 'payments-team-edits', ['ClusterRole', 'edit'], group('payments-team'), 'payments'),
    bound('ClusterRoleBinding', 'operations-views', ['ClusterRole', 'view'], group('operations')),
    bound('ClusterRoleBinding', 'prometheus-scrapes', ['ClusterRole', 'metrics-scraper'], {
      kind: 'ServiceAccount',
      namespace: 'monitoring',
      name: 'prometheus',
    }),
  ]
}
