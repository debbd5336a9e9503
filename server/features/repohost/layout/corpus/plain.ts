import {
  files,
  kustomization,
  service,
  workload,
  type CorpusCase,
  type CorpusRepository,
} from './manifests.ts'

/** One folder per environment, with a file per object and no namespaces in it. */
export const folderPerEnvironment: CorpusRepository = {
  name: 'a folder per environment',
  files: files(
    Object.fromEntries(
      ['development', 'staging', 'production'].flatMap((environment) =>
        ['cart', 'checkout', 'search'].flatMap((name) => [
          [`environments/${environment}/${name}/deployment.yaml`, workload('Deployment', name)],
          [`environments/${environment}/${name}/service.yaml`, service(name)],
        ]),
      ),
    ),
  ),
  cases: [
    {
      object: { kind: 'Deployment', name: 'cart', namespace: 'shop-production' },
      path: 'environments/production/cart/deployment.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'cart', namespace: 'shop-dev' },
      path: 'environments/development/cart/deployment.yaml',
    },
    {
      object: { kind: 'Service', name: 'search', namespace: 'staging' },
      path: 'environments/staging/search/service.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'checkout', namespace: 'shop-stg' },
      path: 'environments/staging/checkout/deployment.yaml',
    },
  ],
}

/** Everything in a few files, with namespaces written out. */
export const bundles: CorpusRepository = {
  name: 'bundles of manifests',
  files: files({
    'deploy/monitoring.yaml': [
      workload('DaemonSet', 'node-exporter', 'monitoring'),
      workload('Deployment', 'grafana', 'monitoring'),
      service('grafana', 'monitoring'),
    ].join('---\n'),
    'deploy/shop.yaml': `apiVersion: v1\nkind: List\nitems:\n${[workload('Deployment', 'storefront', 'shop'), workload('CronJob', 'report', 'shop')].map((text) => `  - ${text.trimEnd().replaceAll('\n', '\n    ')}\n`).join('')}`,
    'deploy/legacy.yaml': workload('Deployment', 'grafana', 'legacy'),
    'docs/example.yaml': workload('Deployment', 'grafana', 'example'),
    '.github/workflows/deploy.yaml': 'name: deploy\non: push\njobs: {}\n',
  }),
  cases: [
    {
      object: { kind: 'Deployment', name: 'grafana', namespace: 'monitoring' },
      path: 'deploy/monitoring.yaml',
    },
    { object: { kind: 'Deployment', name: 'grafana', namespace: 'legacy' }, path: 'deploy/legacy.yaml' },
    { object: { kind: 'CronJob', name: 'report', namespace: 'shop' }, path: 'deploy/shop.yaml' },
    {
      object: { kind: 'Pod', name: 'node-exporter-x7k2p', namespace: 'monitoring' },
      path: 'deploy/monitoring.yaml',
    },
    {
      object: { kind: 'Pod', name: 'storefront-6d4cf56db6-x7k2p', namespace: 'shop' },
      path: 'deploy/shop.yaml',
    },
    {
      object: { kind: 'DaemonSet', name: 'node-exporter', namespace: 'monitoring' },
      path: 'deploy/monitoring.yaml',
    },
  ],
}

const TEAMS = ['payments', 'catalog', 'identity', 'logistics', 'growth']
const SERVICES = ['api', 'worker', 'web', 'sync', 'gateway']

/** A monorepo of about 2,000 files: code, and per service a base with three overlays. */
export const monorepo: CorpusRepository = {
  name: 'a monorepo',
  files: [
    ...TEAMS.flatMap((team) => SERVICES.flatMap((name) => serviceFiles(team, name))),
    ...Array.from({ length: 1500 }, (_, at) => ({
      path: `libraries/lib-${at % 50}/src/module-${at}.ts`,
      content: `export const value = ${at}\n`,
    })),
    { path: 'docker-compose.yml', content: 'services: { api: { image: api } }\n' },
  ],
  cases: [
    monorepoCase('payments', 'api', 'production', 'Deployment'),
    monorepoCase('catalog', 'worker', 'staging', 'Deployment'),
    monorepoCase('identity', 'gateway', 'dev', 'Service'),
    monorepoCase('logistics', 'sync', 'production', 'Deployment'),
    monorepoCase('growth', 'web', 'dev', 'Deployment'),
    monorepoCase('payments', 'web', 'staging', 'Service'),
  ],
}

function serviceFiles(team: string, name: string): CorpusRepository['files'] {
  const folder = `services/${team}/${name}`
  const overlays = ['dev', 'staging', 'production'].map((environment) => [
    `${folder}/k8s/overlays/${environment}/kustomization.yaml`,
    kustomization(['../../base'], { namespace: `${team}-${environment}`, namePrefix: `${team}-` }),
  ])
  const code = Array.from({ length: 12 }, (_, at) => [
    `${folder}/src/file-${at}.ts`,
    `export const n = ${at}\n`,
  ])
  return files(
    Object.fromEntries([
      [`${folder}/k8s/base/deployment.yaml`, workload('Deployment', name)],
      [`${folder}/k8s/base/service.yaml`, service(name)],
      [`${folder}/k8s/base/kustomization.yaml`, kustomization(['deployment.yaml', 'service.yaml'])],
      ...overlays,
      ...code,
    ]),
  )
}

function monorepoCase(team: string, name: string, environment: string, kind: string): CorpusCase {
  return {
    object: { kind, name: `${team}-${name}`, namespace: `${team}-${environment}` },
    path: `services/${team}/${name}/k8s/base/${kind.toLowerCase()}.yaml`,
  }
}
