import { ownedPod } from '../controllers/owned-pods.ts'
import { complete } from '../default-metadata.ts'
import { kindNamed } from '../kinds.ts'
import { type KubeObject, timestamp } from '../object.ts'
import type { PodSpec } from '../types.ts'
import { withDefaults } from '../writes/defaults.ts'
import { suffixOf } from '../writes/pod-spec.ts'
import type { Life } from './pods.ts'
import { type Place, podOn, signed } from './workload.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const registry = 'registry.shop.example'

interface JobShape {
  namespace: string
  name: string
  image: string
  /** Milliseconds since its creation, and until its end if it has ended. */
  ageMs: number
  tookMs?: number
  spec?: Record<string, unknown>
  lives: readonly Life[]
  conditions?: readonly [type: string, reason: string, message: string][]
  owner?: KubeObject
}

const reached = 'Reached expected number of succeeded pods'
const completed = [
  ['SuccessCriteriaMet', 'CompletionsReached', reached],
  ['Complete', 'CompletionsReached', reached],
] as const satisfies JobShape['conditions']
const exceeded = 'Job has reached the specified backoff limit'
const failed = [
  ['FailureTarget', 'BackoffLimitExceeded', exceeded],
  ['Failed', 'BackoffLimitExceeded', exceeded],
] as const satisfies JobShape['conditions']

/** Returns the company's CronJobs, and Jobs of every status. */
export function jobObjects(places: readonly Place[], now: number): KubeObject[] {
  const cronJobs = seededCronJobs(now)
  const [report] = cronJobs
  const jobs: JobShape[] = [
    {
      namespace: 'shop',
      name: 'nightly-report-29930580',
      image: `${registry}/report:1.1.0`,
      ageMs: 9 * hour,
      tookMs: 2 * minute,
      lives: ['completed'],
      conditions: completed,
      ...(report === undefined ? {} : { owner: report }),
    },
    {
      namespace: 'shop',
      name: 'resize-images',
      image: `${registry}/resize:0.9.0`,
      ageMs: 3 * day,
      tookMs: 7 * minute,
      spec: { completionMode: 'Indexed', completions: 3, parallelism: 3 },
      lives: ['completed', 'completed', 'completed'],
      conditions: completed,
    },
    {
      namespace: 'shop',
      name: 'reindex',
      image: `${registry}/reindex:3.1.0`,
      ageMs: 40 * minute,
      spec: { completions: 4, parallelism: 2 },
      lives: ['running', 'running'],
    },
    {
      namespace: 'payments',
      name: 'import-statements',
      image: `${registry}/import:2.0.0`,
      ageMs: 26 * hour,
      tookMs: 12 * minute,
      spec: { backoffLimit: 2 },
      lives: ['failed', 'failed', 'failed'],
      conditions: failed,
    },
    {
      namespace: 'payments',
      name: 'backfill',
      image: `${registry}/backfill:1.0.0`,
      ageMs: 2 * day,
      spec: { suspend: true },
      lives: [],
      conditions: [['Suspended', 'JobSuspended', 'Job suspended']],
    },
  ]
  return [...cronJobs, ...jobs.flatMap((job) => seededJob(job, places, now))]
}

function seededJob(shape: JobShape, places: readonly Place[], now: number): KubeObject[] {
  const { namespace, name, image, ageMs, spec, lives, owner } = shape
  const kind = kindNamed('jobs')
  const born = now - ageMs
  const labels = { 'app.kubernetes.io/name': name, 'batch.kubernetes.io/job-name': name }
  const pod: PodSpec = { restartPolicy: 'Never', containers: [{ name: 'main', image }] }
  const object = withDefaults(kind, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace,
      labels,
      ...(owner === undefined ? {} : { ownerReferences: ownedBy(owner) }),
    },
    spec: {
      selector: { matchLabels: { 'batch.kubernetes.io/job-name': name } },
      template: { metadata: { labels }, spec: pod },
      ...spec,
    },
    status: jobStatus(shape, now),
  })
  const job = signed(complete(kind, object, born), 'kubectl-create', born)
  const pods = lives.map((life, index) => {
    const generateName = `${name}-${spec?.['completionMode'] === 'Indexed' ? `${index}-` : ''}`
    const names = { name: `${generateName}${suffixOf(`${namespace}/${name}/${index}`)}`, generateName }
    const place = places[index % places.length]
    return podOn(ownedPod(job, { ...names, labels }, pod), place, life, born + index * second, now)
  })
  return [job, ...pods]
}

function jobStatus(
  { ageMs, tookMs, lives, conditions = [] }: JobShape,
  now: number,
): Record<string, unknown> {
  const started = lives.length === 0 ? {} : { startTime: timestamp(now - ageMs) }
  const ended = timestamp(now - ageMs + (tookMs ?? 0))
  const count = (life: Life): number => lives.filter((one) => one === life).length
  const counts = { active: count('running'), succeeded: count('completed'), failed: count('failed') }
  return {
    ...started,
    ...Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0)),
    ...(conditions.some(([type]) => type === 'Complete') ? { completionTime: ended } : {}),
    ...(counts.active > 0 ? { ready: counts.active } : {}),
    ...(conditions.length === 0
      ? {}
      : {
          conditions: conditions.map(([type, reason, message]) => ({
            type,
            status: 'True',
            reason,
            message,
            lastProbeTime: ended,
            lastTransitionTime: ended,
          })),
        }),
  }
}

function seededCronJobs(now: number): KubeObject[] {
  const kind = kindNamed('cronjobs')
  const cronJob = (
    namespace: string,
    name: string,
    spec: Record<string, unknown>,
    status: Record<string, unknown>,
  ): KubeObject => {
    const born = now - 60 * day
    const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': namespace }
    const containers = [{ name: 'main', image: `${registry}/${name}:1.0.0` }]
    const template = { metadata: { labels }, spec: { restartPolicy: 'Never', containers } }
    const object = withDefaults(kind, {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name, namespace, labels },
      spec: { jobTemplate: { spec: { template } }, ...spec },
      status,
    })
    return signed(complete(kind, object, born), 'kubectl-client-side-apply', born)
  }
  const last = timestamp(now - 9 * hour)
  return [
    cronJob(
      'shop',
      'nightly-report',
      { schedule: '0 3 * * *', timeZone: 'Europe/Berlin', concurrencyPolicy: 'Forbid' },
      { lastScheduleTime: last, lastSuccessfulTime: timestamp(now - 9 * hour + 2 * minute) },
    ),
    cronJob('monitoring', 'prune-metrics', { schedule: '*/30 * * * *', suspend: true }, {}),
    cronJob('payments', 'month-end', { schedule: '@monthly' }, {}),
  ]
}

function ownedBy({ apiVersion, kind, metadata: { name, uid = '' } }: KubeObject) {
  return [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }]
}
