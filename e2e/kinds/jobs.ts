import type { Job } from '../../server/kinds/jobs/model.ts'
import type { KubeObject } from '../support/kube.ts'
import type { KindFixture, Setting } from './fixture.ts'
import {
  annotations,
  expectedConditions,
  expectedDetail,
  expectedSummary,
  imagesOf,
  labelPatch,
  labels,
  podSpec,
  podTemplate,
} from './parts.ts'

/** Words of kubectl's STATUS for Jobs that are about to end, and for those that are not started. */
const OTHER_WORDS: ReadonlySet<unknown> = new Set(['Running', 'Pending'])

export const jobs: KindFixture<Job> = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  namespaced: true,
  event: 'job',
  listed: 'everywhere',
  stem: 'job',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      parallelism: random.below(3),
      ...(random.chance(0.5) ? { completions: 1 + random.below(3) } : {}),
      suspend: random.chance(0.5),
      template: { metadata: { labels: { app: name } }, spec: { ...podSpec(random), restartPolicy: 'Never' } },
    },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({ ...expectedDetail(one), ...fieldsOf(one) }),
  columns: (item) => ({
    NAME: String(item['name']),
    COMPLETIONS: completionsText(item),
    ...(OTHER_WORDS.has(item['status']) ? {} : { STATUS: String(item['status']) }),
  }),
  cachedRead: ({ namespace }) => `/api/jobs?namespace=${namespace}&limit=1`,
  objects: (setting) => [
    job(setting, 'example', {}),
    job(setting, 'indexed', { completionMode: 'Indexed', completions: 3, parallelism: 2 }),
    job(setting, 'queue', { parallelism: 2 }),
    job(setting, 'failing', { backoffLimit: 0, template: failing(setting) }),
    job(setting, 'expiring', {
      backoffLimit: 0,
      ttlSecondsAfterFinished: 3600,
      template: failing(setting),
    }),
    job(setting, 'suspended', { suspend: true }),
  ],
  inShop: () => 'example',
  churn: {
    names: 4,
    created: 2,
    deleted: 2,
    changes: [
      { weight: 2, patch: labelPatch },
      { weight: 2, patch: (random) => ({ spec: { parallelism: random.below(3) } }) },
      { weight: 1, patch: (random) => ({ spec: { suspend: random.chance(0.5) } }) },
    ],
  },
}

function job(
  { namespace, image }: Setting,
  name: string,
  spec: Readonly<Record<string, unknown>>,
): KubeObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, labels: { part: 'example' } },
    spec: { template: podTemplate(image, { app: `${name}-job` }, { restartPolicy: 'Never' }), ...spec },
  }
}

/** Returns a template whose Pods fail, whatever is in the image. */
function failing({ image }: Setting): object {
  const containers = [{ name: 'main', image, command: ['/no-such-program'] }]
  return podTemplate(image, { app: 'failing-job' }, { restartPolicy: 'Never', containers })
}

function fieldsOf({ spec, status }: Job) {
  const condition = (type: string) =>
    status?.conditions?.find((one) => one.type === type && one.status === 'True')
  const ended = status?.completionTime ?? condition('Failed')?.lastTransitionTime
  const word = ['Complete', 'Failed', 'Suspended'].find((type) => condition(type) !== undefined)
  return {
    status: word ?? (status?.startTime ? 'Running' : 'Pending'),
    ...(typeof spec?.completions === 'number' ? { completions: spec.completions } : {}),
    parallelism: spec?.parallelism ?? 1,
    succeeded: status?.succeeded ?? 0,
    failed: status?.failed ?? 0,
    active: status?.active ?? 0,
    ...(status?.startTime ? { startTime: status.startTime } : {}),
    ...(status?.completionTime ? { completionTime: status.completionTime } : {}),
    ...(ended && status?.startTime
      ? { durationSeconds: (Date.parse(ended) - Date.parse(status.startTime)) / 1000 }
      : {}),
    images: imagesOf(spec?.template),
    conditions: expectedConditions(status?.conditions),
  }
}

/** Returns the column COMPLETIONS. Source: k8s.io/kubernetes, printers/internalversion, printJob. */
function completionsText(item: Record<string, unknown>): string {
  const { succeeded, completions, parallelism } = item as Record<string, number | undefined>
  if (completions !== undefined) return `${succeeded}/${completions}`
  return (parallelism ?? 0) > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}
