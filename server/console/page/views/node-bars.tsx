import { request, type Body } from '../api.ts'
import { Bar, Link, ReadProblem, Status } from '../parts.tsx'
import { LEAST_USAGE_S, useRefresh } from '../use-refresh.ts'
import { useResource } from '../use-resource.ts'
import { ObjectLink } from './findings.tsx'

/** Nodes that are drawn: each takes a request for its allocation. */
const MAX_DRAWN = 8

type Node = Body<'listNodes'>['nodes'][number]
type Usage = Body<'listNodeMetrics'>['metrics'][number]
type Allocated = Body<'getNode'>['allocated']

/** The Nodes with their status, usage and allocation; those that need attention first. */
export function NodeBars({ context, version }: { readonly context: string; readonly version: number }) {
  const nodes = useResource((signal) => request('listNodes', { context }, signal), [context], version)
  const turn = useRefresh(LEAST_USAGE_S)
  const metrics = useResource((signal) => request('listNodeMetrics', { context }, signal), [context], turn)
  const usage = new Map((metrics.data?.metrics ?? []).map((one) => [one.node, one]))
  const all = orderNodes(nodes.data?.nodes ?? [], usage)
  const drawn = all.slice(0, MAX_DRAWN)
  const names = drawn.map(({ name }) => name).toSorted()
  const details = useResource(
    (signal) => Promise.all(names.map((name) => request('getNode', { name, context }, signal))),
    [context],
    `${turn} ${names.join()}`,
  )
  const allocated = new Map((details.data ?? []).map((one) => [one.name, one.allocated]))
  return (
    <section class="card" aria-label="Nodes">
      <h3>
        Nodes <span class="faint">{nodes.data?.nodes.length}</span>
      </h3>
      <ReadProblem of={nodes} />
      <ul class="nodes">
        {drawn.map(({ name, status }) => (
          <li key={name}>
            <p>
              <ObjectLink kind="Node" name={name} /> <Status value={status} />
            </p>
            <NodeShares usage={usage.get(name)} allocated={allocated.get(name)} />
          </li>
        ))}
      </ul>
      {all.length > drawn.length && (
        <p>
          <Link to={{ view: 'list', kind: 'nodes' }}>{`${all.length - drawn.length} more Nodes`}</Link>
        </p>
      )}
      {metrics.error !== undefined && <p class="faint">Usage is not available: {metrics.error.message}</p>}
    </section>
  )
}

function NodeShares({
  usage,
  allocated,
}: {
  readonly usage: Usage | undefined
  readonly allocated: Allocated | undefined
}) {
  return (
    <div class="bars">
      {usage?.cpuPercent !== undefined && <Bar label="CPU used" percent={usage.cpuPercent} />}
      {allocated !== undefined && <Bar label="CPU requested" percent={allocated.cpu.percent} />}
      {usage?.memoryPercent !== undefined && <Bar label="Memory used" percent={usage.memoryPercent} />}
      {allocated !== undefined && <Bar label="Memory requested" percent={allocated.memory.percent} />}
    </div>
  )
}

/** Returns the Nodes that are not ready first, then those with the highest usage. */
function orderNodes(nodes: readonly Node[], usage: ReadonlyMap<string, Usage>): readonly Node[] {
  const highest = ({ name }: Node): number => {
    const used = usage.get(name)
    return Math.max(used?.cpuPercent ?? 0, used?.memoryPercent ?? 0)
  }
  const isReady = ({ status }: Node): number => (status === 'Ready' ? 1 : 0)
  return nodes.toSorted((one, other) => isReady(one) - isReady(other) || highest(other) - highest(one))
}
