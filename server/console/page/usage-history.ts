/** Points of a plot that are kept: an hour at one each 15 s. */
const MAX_POINTS = 240
/** Plots that are kept. */
const MAX_SERIES = 50

/** Usage at a time, in milliseconds since 1970. */
export interface UsagePoint {
  readonly at: number
  readonly cpuMillicores: number
  readonly memoryBytes: number
}

/** Measurement of a Node or a container, as the API sends it. */
export interface Measurement {
  readonly cpuMillicores: number
  readonly memoryBytes: number
}

/** The usage of objects since the page was opened. */
export class UsageHistory {
  readonly #series = new Map<string, readonly UsagePoint[]>()

  /** Returns the points of an object, the oldest first. */
  of(key: string): readonly UsagePoint[] {
    return this.#series.get(key) ?? []
  }

  /** Adds the sum of measurements; one of the same time is already in the plot. */
  add(key: string, timestamp: string | undefined, measurements: readonly Measurement[]): void {
    const at = Date.parse(timestamp ?? '')
    if (Number.isNaN(at) || measurements.length === 0) return
    const points = this.of(key)
    if (points.some((point) => point.at >= at)) return
    const sum = (of: (one: Measurement) => number) => measurements.reduce((total, one) => total + of(one), 0)
    const point = {
      at,
      cpuMillicores: sum(({ cpuMillicores }) => cpuMillicores),
      memoryBytes: sum(({ memoryBytes }) => memoryBytes),
    }
    this.#series.delete(key)
    this.#series.set(key, [...points, point].slice(-MAX_POINTS))
    for (const oldest of this.#series.keys()) {
      if (this.#series.size <= MAX_SERIES) break
      this.#series.delete(oldest)
    }
  }
}

/** Returns an amount of memory as text: `24 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let value = bytes
  let unit = 0
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ''}`
}

/** Returns an amount of CPU as text: `250m`, `2 cores`. */
export function formatCpu(millicores: number): string {
  if (millicores < 1000) return `${Math.round(millicores)}m`
  const cores = millicores / 1000
  return cores === 1 ? '1 core' : `${Number.isInteger(cores) ? cores : cores.toFixed(1)} cores`
}
