import uPlot from 'uplot'
import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api.ts'
import type { KindEntry } from '../catalogue.ts'
import { useThemeVersion } from '../use-theme-version.ts'
import { formatBytes, formatCpu, UsageHistory, type UsagePoint } from '../usage-history.ts'
import { LEAST_USAGE_S, useRefresh } from '../use-refresh.ts'
import { asError } from '../use-resource.ts'
import type { ObjectParameters } from './restart.tsx'

const HEIGHT_PX = 130
/** Shortest time that a plot covers, in seconds. */
const SHORTEST_S = 600
/** Distances of the lines of a plot: powers of two, which are whole units of memory. */
const STEPS = Array.from({ length: 50 }, (_, power) => 2 ** power)
const KINDS = new Set(['Pod', 'Deployment', 'Node'])

const history = new UsageHistory()

/** Whether a kind has usage. */
export function hasUsage(kind: KindEntry): boolean {
  return KINDS.has(kind.kind)
}

/** The usage of CPU and memory since the page was opened, as two plots. */
export function Usage({ kind, object }: { readonly kind: KindEntry; readonly object: ObjectParameters }) {
  const key = JSON.stringify([kind.kind, object])
  const turn = useRefresh(LEAST_USAGE_S)
  const [error, setError] = useState<string>()
  const [points, setPoints] = useState(history.of(key))
  useEffect(() => {
    const stopped = new AbortController()
    readUsage(kind.kind, object, stopped.signal).then(
      ({ timestamp, measurements }) => {
        history.add(key, timestamp, measurements)
        setError(undefined)
        setPoints(history.of(key))
      },
      (reason: unknown) => {
        if (!stopped.signal.aborted) setError(asError(reason).message)
      },
    )
    return () => stopped.abort()
  }, [key, turn])
  const newest = points.at(-1)
  return (
    <section class="card" aria-label="Usage">
      <h3>Usage since this page was opened</h3>
      {error !== undefined && <p class="faint">Usage is not available: {error}</p>}
      {newest === undefined && error === undefined && (
        <p class="faint">Nothing is measured yet: the first point comes within a minute.</p>
      )}
      {newest !== undefined && (
        <div class="plots">
          <Plot label="CPU" points={points} of={cpuOf} format={formatCpu} />
          <Plot label="Memory" points={points} of={memoryOf} format={formatBytes} />
        </div>
      )}
    </section>
  )
}

const cpuOf = (point: UsagePoint): number => point.cpuMillicores
const memoryOf = (point: UsagePoint): number => point.memoryBytes

async function readUsage(kind: string, { name, namespace, context }: ObjectParameters, signal: AbortSignal) {
  if (kind === 'Node') {
    const { metrics, timestamp } = await request('listNodeMetrics', { context }, signal)
    return { timestamp, measurements: metrics.filter(({ node }) => node === name) }
  }
  const deployment = kind === 'Deployment' ? name : ''
  const { metrics, timestamp } = await request('listPodMetrics', { context, namespace, deployment }, signal)
  return { timestamp, measurements: kind === 'Pod' ? metrics.filter(({ pod }) => pod === name) : metrics }
}

interface PlotOptions {
  readonly label: string
  readonly points: readonly UsagePoint[]
  readonly of: (point: UsagePoint) => number
  readonly format: (value: number) => string
}

/** A line over time, with its newest value in words. */
function Plot({ label, points, of, format }: PlotOptions) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const theme = useThemeVersion()
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const created = new uPlot(plotOptions(element, label, format), [[], []], element)
    plot.current = created
    const watch = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      created.destroy()
    }
  }, [theme])
  useEffect(() => {
    const times = points.map(({ at }) => at / 1000)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    plot.current?.setData([times, points.map((point) => of(point))], false)
    plot.current?.setScale('x', { min: Math.min(first, last - SHORTEST_S), max: last })
  }, [points, theme])
  const newest = points.at(-1)
  const value = newest === undefined ? '' : format(of(newest))
  return (
    <figure>
      <figcaption>
        {label} <strong>{value}</strong>
      </figcaption>
      <div ref={box} class="plot" role="img" aria-label={`${label} over time, now ${value}`} />
    </figure>
  )
}

function plotOptions(element: HTMLElement, label: string, format: (value: number) => string): uPlot.Options {
  // The stylesheet gives the element the colours of the plot: a canvas cannot use its variables.
  const { color: line, outlineColor: text, borderTopColor: grid } = getComputedStyle(element)
  const axis: uPlot.Axis = {
    stroke: text,
    font: '11px system-ui',
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false },
    scales: { y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.15 : 1] } },
    axes: [
      { ...axis, size: 28, values: (_plot, times) => times.map(formatTime) },
      { ...axis, size: 64, space: 36, incrs: [...STEPS], values: (_plot, values) => values.map(format) },
    ],
    series: [{}, { label, stroke: line, width: 2, points: { show: true, size: 4 } }],
  }
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}
