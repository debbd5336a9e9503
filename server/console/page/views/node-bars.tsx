import { request } from '../api.ts'
import { Bar, Problem, Status } from '../parts.tsx'
import { useResource } from '../use-resource.ts'
import { ObjectLink } from './findings.tsx'

/** The Nodes with their status and usage. */
export function NodeBars({ context, version }: { readonly context: string; readonly version: number }) {
  const nodes = useResource((signal) => request('listNodes', { context }, signal), [context, version])
  const metrics = useResource((signal) => request('listNodeMetrics', { context }, signal), [context, version])
  const usage = new Map((metrics.data?.metrics ?? []).map((one) => [one.node, one]))
  return (
    <section class="card" aria-label="Nodes">
      <h3>Nodes</h3>
      {nodes.error !== undefined && <Problem error={nodes.error} />}
      <ul class="plain">
        {(nodes.data?.nodes ?? []).map(({ name, status }) => {
          const used = usage.get(name)
          return (
            <li key={name} class="node">
              <ObjectLink kind="Node" name={name} /> <Status value={status} />
              {used?.cpuPercent !== undefined && <Bar label="CPU" percent={used.cpuPercent} />}
              {used?.memoryPercent !== undefined && <Bar label="Memory" percent={used.memoryPercent} />}
            </li>
          )
        })}
      </ul>
      {metrics.error !== undefined && <p class="faint">Usage is not available: {metrics.error.message}</p>}
    </section>
  )
}
