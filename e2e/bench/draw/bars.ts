/** One bar: a figure with its interval, on a scale shared by all bars of the chart. */
export interface Bar {
  label: string
  /** Text in a smaller font under the label. */
  detail: string
  value: number
  low: number
  high: number
  /** The target value, drawn as a line across the bar. */
  target: number
  text: string
}

export interface Chart {
  title: string
  /** The meaning of a bar's length. */
  caption: string
  /** For figures that differ by orders of magnitude. */
  logarithmic: boolean
  bars: readonly Bar[]
}

const WIDTH = 760
const LEFT = 250
const RIGHT = 110
const TOP = 66
const ROW = 38
const THICK = 16
/** A logarithmic scale has no zero, so bars begin at this value. */
const FROM = 1

/** Draws a horizontal bar chart as SVG that is readable on light and dark pages. */
export function barChart({ title, caption, logarithmic, bars }: Chart): string {
  const most = Math.max(...bars.flatMap(({ high, target }) => [high, target]))
  const end = logarithmic ? 10 ** Math.ceil(Math.log10(most)) : Math.ceil(most * 10) / 10
  const span = WIDTH - LEFT - RIGHT
  const at = (value: number): number => {
    const part = logarithmic
      ? Math.log10(Math.max(value, FROM) / FROM) / Math.log10(end / FROM)
      : Math.max(value, 0) / end
    return Math.round((LEFT + Math.min(part, 1) * span) * 10) / 10
  }
  const height = TOP + bars.length * ROW + 34
  const bottom = TOP + bars.length * ROW
  const ticks = ticksOf(end, logarithmic).map(
    (tick) =>
      `<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="${TOP - 6}" y2="${bottom}"/>` +
      `<text class="soft" x="${at(tick)}" y="${bottom + 18}" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    STYLE,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    `<text class="soft" x="16" y="46">${escaped(caption)}</text>`,
    ...ticks,
    ...bars.flatMap((bar, index) => drawn(bar, TOP + index * ROW, at)),
    '</svg>',
    '',
  ].join('\n')
}

function drawn(bar: Bar, y: number, at: (value: number) => number): string[] {
  const start = at(0)
  const middle = y + THICK / 2 + 4
  return [
    `<text x="${LEFT - 12}" y="${y + 12}" text-anchor="end">${escaped(bar.label)}</text>`,
    `<text class="soft" x="${LEFT - 12}" y="${y + 26}" text-anchor="end">${escaped(bar.detail)}</text>`,
    `<rect class="bar" x="${start}" y="${y + 4}" width="${Math.max(at(bar.value) - start, 1)}" height="${THICK}" rx="2"/>`,
    `<line class="error" x1="${at(bar.low)}" x2="${at(bar.high)}" y1="${middle}" y2="${middle}"/>`,
    `<line class="target" x1="${at(bar.target)}" x2="${at(bar.target)}" y1="${y}" y2="${y + THICK + 8}"/>`,
    `<text x="${Math.max(at(bar.high), at(bar.target)) + 8}" y="${middle + 4}">${escaped(bar.text)}</text>`,
  ]
}

export function ticksOf(end: number, logarithmic: boolean): number[] {
  if (logarithmic) {
    const powers = Math.round(Math.log10(end))
    return Array.from({ length: powers + 1 }, (_, power) => 10 ** power)
  }
  const step = [0.1, 0.2, 0.5, 1, 2, 5].find((one) => end / one <= 6) ?? 10
  return Array.from(
    { length: Math.floor(end / step + 1e-9) + 1 },
    (_, index) => Math.round(index * step * 10) / 10,
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const STYLE = `<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.soft { font-size: 11px; fill: #59636e }
.grid { stroke: #d1d9e0; stroke-width: 1 }
.bar { fill: #2f81d6 }
.error { stroke: #0b3a68; stroke-width: 2 }
.target { stroke: #bc4c00; stroke-width: 2; stroke-dasharray: 3 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.soft { fill: #9198a1 }
.grid { stroke: #3d444d }
.bar { fill: #4c9be8 }
.error { stroke: #cfe5fb }
.target { stroke: #f0883e }
}
</style>`
