/**
 * The numbers of objects in a cluster with this many Pods. Other kinds grow with the Pods, up to the numbers
 * of a large cluster.
 */
export interface Shape {
  pods: number
  namespaces: number
  nodes: number
  /** Deployments with Pods; the same number is scaled to zero. */
  deployments: number
  events: number
  /** The number of ConfigMaps, and of Secrets. */
  configs: number
}

export const PODS_OF_A_DEPLOYMENT = 10
export const PODS_OF_A_NODE = 10
const PODS_OF_A_NAMESPACE = 200

export function shapeOf(pods: number): Shape {
  return {
    pods,
    namespaces: Math.ceil(pods / PODS_OF_A_NAMESPACE),
    nodes: Math.min(Math.ceil(pods / PODS_OF_A_NODE), 1000),
    deployments: Math.min(Math.ceil(pods / PODS_OF_A_DEPLOYMENT), 1000),
    events: Math.min(2 * pods, 20_000),
    configs: Math.min(Math.ceil(pods / 10), 1000),
  }
}

export function namespaceOf(index: number): string {
  return `bench-${number(index, 3)}`
}

export function deploymentName(index: number): string {
  return `${WORDS[index % WORDS.length]}-${number(index, 4)}`
}

export function nodeName(index: number): string {
  return `bench-node-${number(index, 4)}`
}

export function number(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

/** Returns a uid that is the same in every run. */
export function uidOf(kind: number, index: number): string {
  return `00000000-0000-4000-${number(8000 + kind, 4)}-${index.toString(16).padStart(12, '0')}`
}

/**
 * Returns letters and digits as the API server and the Deployment controller choose them, the same for the
 * same seed.
 */
export function suffix(seed: number, length: number): string {
  let state = (seed + 1) * 2654435761
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + text.length) >>> 0
    text += SAFE[state % SAFE.length]
  }
  return text
}

const SAFE = 'bcdfghjklmnpqrstvwxz2456789'
const WORDS = ['checkout', 'catalogue', 'payments', 'search', 'mailer', 'gateway', 'billing', 'session-store']
