import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHART } from './helm.ts'

interface Panel {
  id: number
  type: string
  title: string
  description?: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

interface Dashboard {
  panels: Panel[]
}

/** Reads files/dashboard.json. */
export function dashboard(): Dashboard {
  return JSON.parse(readFileSync(join(CHART, 'files', 'dashboard.json'), 'utf8')) as Dashboard
}

/** Returns every query of the dashboard's panels, including Grafana's variables. */
export function queriesOf({ panels }: Dashboard): string[] {
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}
