import {
  files,
  fluxKustomization,
  helmRelease,
  kustomization,
  service,
  workload,
  type CorpusRepository,
} from './manifests.ts'

/** The layout of Flux's example with kustomize and Helm: releases in a base, patched per cluster. */
export const fluxKustomizeHelm: CorpusRepository = {
  name: 'Flux, kustomize and Helm',
  files: files({
    'README.md': '# Clusters',
    'clusters/staging/apps.yaml': fluxKustomization('apps', './apps/staging'),
    'clusters/staging/infrastructure.yaml': fluxKustomization('infra', './infrastructure/controllers'),
    'clusters/production/apps.yaml': fluxKustomization('apps', './apps/production'),
    'clusters/production/infrastructure.yaml': fluxKustomization('infra', './infrastructure/controllers'),
    'infrastructure/controllers/kustomization.yaml': kustomization([
      'cert-manager.yaml',
      'ingress-nginx.yaml',
    ]),
    'infrastructure/controllers/cert-manager.yaml': helmRelease('cert-manager', 'cert-manager', {
      namespace: 'cert-manager',
    }),
    'infrastructure/controllers/ingress-nginx.yaml': helmRelease('ingress-nginx', 'ingress-nginx', {
      namespace: 'ingress-nginx',
    }),
    'apps/base/podinfo/kustomization.yaml': kustomization(
      ['namespace.yaml', 'repository.yaml', 'release.yaml'],
      { namespace: 'podinfo' },
    ),
    'apps/base/podinfo/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: podinfo\n',
    'apps/base/podinfo/repository.yaml':
      'apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata:\n  name: podinfo\nspec: { interval: 5m, url: https://charts.example.com }\n',
    'apps/base/podinfo/release.yaml': helmRelease('podinfo', 'podinfo'),
    'apps/base/redis/kustomization.yaml': kustomization(['release.yaml'], { namespace: 'podinfo' }),
    'apps/base/redis/release.yaml': helmRelease('cache', 'redis'),
    'apps/staging/kustomization.yaml': `${kustomization(['../base/podinfo', '../base/redis'])}patches:\n  - path: podinfo-values.yaml\n`,
    'apps/staging/podinfo-values.yaml': helmRelease('podinfo', 'podinfo', { namespace: 'podinfo' }),
    'apps/production/kustomization.yaml': `${kustomization(['../base/podinfo', '../base/redis'])}patches:\n  - path: podinfo-values.yaml\n`,
    'apps/production/podinfo-values.yaml': helmRelease('podinfo', 'podinfo', { namespace: 'podinfo' }),
  }),
  cases: [
    {
      object: { kind: 'Deployment', name: 'podinfo', namespace: 'podinfo' },
      path: 'apps/base/podinfo/release.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'cert-manager', namespace: 'cert-manager' },
      path: 'infrastructure/controllers/cert-manager.yaml',
    },
    {
      object: { kind: 'StatefulSet', name: 'cache-redis', namespace: 'podinfo' },
      path: 'apps/base/redis/release.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'ingress-nginx-controller', namespace: 'ingress-nginx' },
      path: 'infrastructure/controllers/ingress-nginx.yaml',
    },
    {
      object: { kind: 'Deployment', name: 'cert-manager-webhook', namespace: 'cert-manager' },
      path: 'infrastructure/controllers/cert-manager.yaml',
    },
    {
      object: { kind: 'HelmRelease', name: 'podinfo', namespace: 'podinfo' },
      path: 'apps/base/podinfo/release.yaml',
    },
  ],
}

/** Folders of plain YAML that Flux applies to a namespace each, without kustomization files. */
export const fluxTenants: CorpusRepository = {
  name: 'Flux, folders per tenant',
  files: files({
    'clusters/main/tenants.yaml': [
      fluxKustomization('blue', './tenants/blue', 'team-blue'),
      fluxKustomization('green', './tenants/green', 'team-green'),
    ].join('---\n'),
    'tenants/blue/web.yaml': `${workload('Deployment', 'web')}---\n${service('web')}`,
    'tenants/blue/jobs/nightly.yaml': workload('CronJob', 'nightly'),
    'tenants/green/web.yaml': `${workload('Deployment', 'web')}---\n${service('web')}`,
    'tenants/green/store.yaml': workload('StatefulSet', 'store'),
    'tenants/green/agent.yaml': workload('DaemonSet', 'agent'),
  }),
  cases: [
    { object: { kind: 'Deployment', name: 'web', namespace: 'team-blue' }, path: 'tenants/blue/web.yaml' },
    { object: { kind: 'Deployment', name: 'web', namespace: 'team-green' }, path: 'tenants/green/web.yaml' },
    {
      object: { kind: 'CronJob', name: 'nightly', namespace: 'team-blue' },
      path: 'tenants/blue/jobs/nightly.yaml',
    },
    {
      object: { kind: 'StatefulSet', name: 'store', namespace: 'team-green' },
      path: 'tenants/green/store.yaml',
    },
    {
      object: { kind: 'DaemonSet', name: 'agent', namespace: 'team-green' },
      path: 'tenants/green/agent.yaml',
    },
    { object: { kind: 'Service', name: 'web', namespace: 'team-green' }, path: 'tenants/green/web.yaml' },
  ],
}
