import type { Node } from '../../../server/kinds/nodes/model.ts'
import { annotations } from './annotations.ts'

/** Reference implementation of the API's list item of a Node. */
export function listed(node: Node): Record<string, unknown> {
  const { metadata, status } = node
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key === 'kubernetes.io/role') return [value]
    return key.startsWith('node-role.kubernetes.io/') ? [key.split('/')[1] ?? ''] : []
  })
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
  return {
    name: metadata.name,
    status: ready === 'True' ? 'Ready' : ready === 'False' ? 'NotReady' : 'Unknown',
    roles: roles.filter((role) => role !== '').sort(),
    version: status?.nodeInfo?.kubeletVersion,
    capacity: amounts(status?.capacity),
    allocatable: amounts(status?.allocatable),
    conditions: (status?.conditions ?? []).map(({ type, status, reason }) => ({ type, status, reason })),
  }
}

/** Reference implementation of the API's Node detail, without its age and allocated resources. */
export function detail(node: Node): Record<string, unknown> {
  const { metadata, spec, status } = node
  const { osImage, kernelVersion, containerRuntimeVersion, architecture, kubeletVersion } =
    status?.nodeInfo ?? {}
  return {
    ...listed(node),
    uid: metadata.uid,
    createdAt: metadata.creationTimestamp,
    labels: metadata.labels ?? {},
    annotations: annotations(metadata.annotations),
    taints: spec?.taints ?? [],
    unschedulable: spec?.unschedulable ?? false,
    addresses: status?.addresses ?? [],
    podCIDRs: spec?.podCIDRs ?? [],
    nodeInfo: { osImage, kernelVersion, containerRuntimeVersion, architecture, kubeletVersion },
    conditions: status?.conditions ?? [],
  }
}

function amounts(list: Readonly<Record<string, string>> | null | undefined): Record<string, unknown> {
  return { cpu: list?.['cpu'], memory: list?.['memory'], pods: list?.['pods'] }
}

/** Parses the rows of `Allocated resources` and the number of Pods from `kubectl describe node`. */
export function described(text: string): Record<string, unknown> {
  const row = (name: string) => {
    const match = new RegExp(`^  ${name} +(\\S+) \\((\\d+)%\\) +(\\S+) \\((\\d+)%\\)`, 'm').exec(text)
    if (match === null) throw new Error(`kubectl describe node says nothing of ${name}`)
    const [, requests = '', percent, limits = '', limitsPercent] = match
    return {
      requests: amount(requests),
      percent: Number(percent),
      limits: amount(limits),
      limitsPercent: Number(limitsPercent),
    }
  }
  return {
    cpu: row('cpu'),
    memory: row('memory'),
    pods: Number(/^Non-terminated Pods: +\((\d+) in total\)/m.exec(text)?.[1]),
  }
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  m: 0.001,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
}

/** Parses a quantity to a number, because `1Gi` and `1024Mi` are equal. */
export function amount(text: string): number {
  const [, number, unit = ''] = /^([\d.]+)([A-Za-z]*)$/.exec(text) ?? []
  const factor = UNITS[unit]
  if (number === undefined || factor === undefined) throw new Error(`${text} is no quantity known here`)
  return Number(number) * factor
}
