import type { CronJob } from '../../server/kinds/cronjobs/model.ts'
import type { KubeObject } from '../support/kube.ts'
import type { KindFixture, Setting } from './fixture.ts'
import {
  annotations,
  cell,
  expectedDetail,
  expectedSummary,
  labelPatch,
  labels,
  podSpec,
  podTemplate,
} from './parts.ts'

/** A schedule of one day of the year, so that no Job is created during a test. */
interface YearlySchedule {
  readonly when: { readonly schedule: string; readonly timeZone?: string }
  /** Its time in UTC, from the month on. */
  readonly utc: string
}

const YEARLY: readonly YearlySchedule[] = [
  { when: { schedule: '0 0 1 1 *' }, utc: '01-01T00:00:00Z' },
  { when: { schedule: '@yearly', timeZone: 'America/New_York' }, utc: '01-01T05:00:00Z' },
  { when: { schedule: '30 5 1 JAN ?', timeZone: 'Asia/Kolkata' }, utc: '01-01T00:00:00Z' },
  { when: { schedule: '15 12 25 12/6 *', timeZone: 'Australia/Sydney' }, utc: '12-25T01:15:00Z' },
  { when: { schedule: '0 9 1 7 *', timeZone: 'Europe/Berlin' }, utc: '07-01T07:00:00Z' },
]

export const cronjobs: KindFixture<CronJob> = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
  event: 'cronjob',
  listed: 'everywhere',
  stem: 'cron-job',
  make: (random, { namespace = '', name }) => {
    const { when } = random.pick(YEARLY)
    return {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
      spec: {
        ...when,
        suspend: random.chance(0.3),
        concurrencyPolicy: random.pick(['Allow', 'Forbid', 'Replace']),
        jobTemplate: { spec: { template: { spec: { ...podSpec(random), restartPolicy: 'Never' } } } },
      },
    }
  },
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({ ...expectedDetail(one), ...fieldsOf(one) }),
  columns: (item) => ({
    NAME: String(item['name']),
    SCHEDULE: String(item['schedule']),
    TIMEZONE: cell(item['timeZone'], '<none>'),
    SUSPEND: item['suspend'] === true ? 'True' : 'False',
    ACTIVE: String(item['active']),
  }),
  cachedRead: ({ namespace }) => `/api/cronjobs?namespace=${namespace}&limit=1`,
  objects: (setting) => [
    ...YEARLY.map(({ when }, at) => cronJob(setting, `yearly-${at}`, when)),
    cronJob(setting, 'example', { schedule: '0 0 1 1 *', suspend: true, concurrencyPolicy: 'Forbid' }),
    cronJob(setting, 'impossible', { schedule: '0 0 30 2 *' }),
  ],
  inShop: () => 'example',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      {
        weight: 3,
        patch: (random) => {
          const { schedule, timeZone = null } = random.pick(YEARLY).when
          return { spec: random.pick<object>([{ schedule, timeZone }, { suspend: random.chance(0.5) }]) }
        },
      },
    ],
  },
}

function cronJob(
  { namespace, image }: Setting,
  name: string,
  spec: Readonly<Record<string, unknown>>,
): KubeObject {
  const template = podTemplate(image, { app: `${name}-cron` }, { restartPolicy: 'Never' })
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, namespace, labels: { part: 'example' } },
    spec: { jobTemplate: { spec: { template } }, ...spec },
  }
}

function fieldsOf({ spec, status }: CronJob) {
  const suspend = spec?.suspend ?? false
  const timeZone = spec?.timeZone ?? undefined
  const yearly = YEARLY.find(({ when }) => when.schedule === spec?.schedule && when.timeZone === timeZone)
  return {
    schedule: spec?.schedule,
    ...(timeZone === undefined ? {} : { timeZone }),
    suspend,
    status: suspend ? 'Suspended' : 'Active',
    active: status?.active?.length ?? 0,
    ...(status?.lastScheduleTime ? { lastScheduleTime: status.lastScheduleTime } : {}),
    ...(status?.lastSuccessfulTime ? { lastSuccessfulTime: status.lastSuccessfulTime } : {}),
    ...(suspend || yearly === undefined ? {} : { nextScheduleTime: nextYearly(yearly) }),
    concurrencyPolicy: spec?.concurrencyPolicy ?? 'Allow',
  }
}

function nextYearly({ utc }: YearlySchedule): string {
  const year = new Date().getUTCFullYear()
  const thisYear = `${year}-${utc}`
  return Date.parse(thisYear) > Date.now() ? thisYear : `${year + 1}-${utc}`
}
