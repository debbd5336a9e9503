import {
  application,
  chart,
  files,
  kustomization,
  service,
  template,
  workload,
  type CorpusRepository,
} from './manifests.ts'

/** The layout of Argo CD's example applications: one folder per application and tool. */
export const argoExamples: CorpusRepository = {
  name: 'Argo CD, example applications',
  files: [
    ...files({
      'guestbook/guestbook-ui-deployment.yaml': workload('Deployment', 'guestbook-ui'),
      'guestbook/guestbook-ui-svc.yaml': service('guestbook-ui'),
      'kustomize-guestbook/kustomization.yaml': kustomization(
        ['guestbook-ui-deployment.yaml', 'guestbook-ui-svc.yaml'],
        { namePrefix: 'kustomize-' },
      ),
      'kustomize-guestbook/guestbook-ui-deployment.yaml': workload('Deployment', 'guestbook-ui'),
      'kustomize-guestbook/guestbook-ui-svc.yaml': service('guestbook-ui'),
      'sock-shop/base/kustomization.yaml': kustomization([
        'carts-dep.yaml',
        'carts-db-dep.yaml',
        'orders-dep.yaml',
        'orders-svc.yaml',
      ]),
      'sock-shop/base/carts-dep.yaml': workload('Deployment', 'carts'),
      'sock-shop/base/carts-db-dep.yaml': workload('Deployment', 'carts-db'),
      'sock-shop/base/orders-dep.yaml': workload('Deployment', 'orders'),
      'sock-shop/base/orders-svc.yaml': service('orders'),
      'sock-shop/kustomization.yaml': kustomization(['base'], { namespace: 'sock-shop' }),
      'sync-waves/manifests.yaml': `${workload('Job', 'upgrade-schema')}---\n${workload('Deployment', 'backend')}---\n${workload('Deployment', 'frontend')}`,
      'plain-apps/guestbook.yaml': application(
        'guestbook',
        'guestbook',
        '{ repoURL: https://git.example.com/apps.git, path: guestbook }',
      ),
      'plain-apps/helm-guestbook.yaml': application(
        'helm-guestbook',
        'web',
        '{ repoURL: https://git.example.com/apps.git, path: helm-guestbook }',
      ),
    }),
    ...chart('helm-guestbook', 'helm-guestbook'),
    ...chart('blue-green', 'blue-green'),
    { path: 'blue-green/templates/worker.yaml', content: template('Deployment', 'blue-green', '-worker') },
    { path: 'apps/templates/guestbook.yaml', content: template('Application', 'apps') },
    { path: 'apps/Chart.yaml', content: 'apiVersion: v2\nname: applications\nversion: 0.1.0\n' },
  ],
  cases: [
    {
      object: { kind: 'Deployment', name: 'guestbook-ui', namespace: 'guestbook' },
      path: 'guestbook/guestbook-ui-deployment.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'kustomize-guestbook-ui', namespace: 'default' },
      path: 'kustomize-guestbook/guestbook-ui-deployment.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'helm-guestbook', namespace: 'web' },
      path: 'helm-guestbook/templates/deployment.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'carts-db', namespace: 'sock-shop' },
      path: 'sock-shop/base/carts-db-dep.yaml',
    },
    {
      object: { kind: 'Service', name: 'orders', namespace: 'sock-shop' },
      path: 'sock-shop/base/orders-svc.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'backend', namespace: 'waves' },
      path: 'sync-waves/manifests.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'demo-blue-green-worker', namespace: 'demo' },
      path: 'blue-green/templates/worker.yaml',
    },
    {
      object: { kind: 'Service', name: 'helm-guestbook', namespace: 'web' },
      path: 'helm-guestbook/templates/service.yaml',
    },
    {
      object: { kind: 'Job', name: 'upgrade-schema', namespace: 'waves' },
      path: 'sync-waves/manifests.yaml',
    },
    {
      object: { kind: 'Service', name: 'kustomize-guestbook-ui', namespace: 'default' },
      path: 'kustomize-guestbook/guestbook-ui-svc.yaml',
    },
  ],
}

/** Own charts and charts of others, with an Application per environment. */
export const argoEnvironments: CorpusRepository = {
  name: 'Argo CD, an Application per environment',
  files: [
    ...chart('charts/api', 'api'),
    ...chart('charts/worker', 'worker'),
    { path: 'charts/api/values-prod.yaml', content: 'replicas: 5\n' },
    { path: 'charts/api/values-dev.yaml', content: 'replicas: 1\n' },
    ...files(
      Object.fromEntries(
        ['dev', 'prod'].flatMap((environment) => [
          [
            `argocd/${environment}/api.yaml`,
            application(
              `api-${environment}`,
              `shop-${environment}`,
              `{ path: charts/api, helm: { releaseName: shop, valueFiles: [values-${environment}.yaml] } }`,
            ),
          ],
          [
            `argocd/${environment}/worker.yaml`,
            application(
              `worker-${environment}`,
              `shop-${environment}`,
              '{ path: charts/worker, helm: { releaseName: worker } }',
            ),
          ],
          [
            `argocd/${environment}/redis.yaml`,
            application(
              `redis-${environment}`,
              `shop-${environment}`,
              '{ repoURL: https://charts.example.com, chart: redis, targetRevision: 1.0.0, helm: { releaseName: redis } }',
            ),
          ],
        ]),
      ),
    ),
  ],
  cases: [
    {
      object: { kind: 'Deployment', name: 'shop-api', namespace: 'shop-prod' },
      path: 'charts/api/templates/deployment.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'worker', namespace: 'shop-dev' },
      path: 'charts/worker/templates/deployment.yaml',
    },
    {
      object: { kind: 'StatefulSet', name: 'redis', namespace: 'shop-prod' },
      path: 'argocd/prod/redis.yaml',
    },
    {
      object: { kind: 'StatefulSet', name: 'redis-replicas', namespace: 'shop-dev' },
      path: 'argocd/dev/redis.yaml',
    },
    {
      object: { kind: 'Service', name: 'shop-api', namespace: 'shop-dev' },
      path: 'charts/api/templates/service.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'worker', namespace: 'shop-prod' },
      path: 'charts/worker/templates/deployment.yaml',
    },
  ],
}
