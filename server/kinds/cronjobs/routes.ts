import { defineGeneratedRoute } from '../../api/define-route.ts'
import { namedParams, namespacedListQuery } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { jobs } from '../jobs/kind.ts'
import type { Job } from '../jobs/model.ts'
import { EXAMPLE_TIME, listSchema } from '../kind-routes.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import { pageFields, paginate, type PageRequest } from '../shared/paginate.ts'
import type { CronJob } from './model.ts'

/** Returns the routes of CronJobs besides those of every kind. */
export function cronJobRoutes(cronJobs: Kind<CronJob>): readonly KindRoute[] {
  const { summary, declaration } = jobs
  return [
    defineGeneratedRoute({
      method: 'GET',
      path: '/api/cronjobs/{name}/jobs',
      summary: 'List the Jobs of a CronJob, by ownership',
      operationId: 'listCronJobJobs',
      params: namedParams,
      query: namespacedListQuery,
      response: listSchema('JobList', 'jobs', summary.schema),
      example: () => ({ jobs: [summary.project(declaration.samples[0], EXAMPLE_TIME)] }),
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('get', cronJobs), right('list', jobs)],
      handle: async ({ params, query, now }, { cluster }: ClusterScope) => {
        const ref = { name: String(params['name']), namespace: String(query['namespace']) }
        const { metadata } = await cluster.get(cronJobs, ref)
        // Validated by the schema of the query.
        const { labelSelector, ...page } = query as PageRequest & { labelSelector?: string }
        const selection = {
          namespace: ref.namespace,
          ...(labelSelector === undefined ? {} : { labelSelector }),
          controlledBy: [metadata.uid],
        }
        const found = await cluster.list(jobs, selection, (job: Job) => ({
          item: summary.project(job, now),
          expiresAt: ageExpiresAt(job, now),
        }))
        const list = ['cronjobs', 'jobs', ref.namespace, ref.name, labelSelector ?? '']
        const cut = paginate(found, ({ item }) => item.name, list, page)
        const expiresAt = cut.items.reduce((first, one) => Math.min(first, one.expiresAt), Infinity)
        return SerializedBody.of({ jobs: cut.items.map(({ item }) => item), ...pageFields(cut) }, expiresAt)
      },
    }),
  ]
}
