import type { Random } from '../oracle/random.ts'

/*
 * Parts of the churn's objects. They do not run: Pods name a scheduler that does not exist or are bound to nodes
 * without a kubelet, and the churn itself writes the status that a kubelet would report.
 */

/** Prefix of the churn's object names, which distinguishes them from the objects of the cluster itself. */
export const PREFIX = 'oracle'

/** Texts with characters of one to four bytes, for chunks that end within a character. */
export const WORDS = [
  'plain',
  'größer',
  '三つ',
  '🎈🎈',
  '"quoted"',
  'back\\slash',
  'line\nbreak',
  '__proto__',
] as const

export function labels(random: Random): Record<string, string> {
  return {
    tier: random.pick(['front', 'back', 'data']),
    weight: String(random.below(20)),
    ...(random.chance(0.3) ? { canary: '' } : {}),
  }
}

export function annotations(random: Random): Record<string, string> {
  return { note: random.pick(WORDS), turn: String(random.below(1_000_000)) }
}

/** Returns a patch of labels and annotations. */
export function labelPatch(random: Random): object {
  return { metadata: { labels: labels(random), annotations: annotations(random) } }
}

/** Returns a time as the Kubernetes API writes it. */
export function kubeTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function podSpec(random: Random): Record<string, unknown> {
  const names = random.chance(0.3) ? ['main', 'side'] : ['main']
  return {
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    schedulerName: `${PREFIX}-nobody`,
    containers: names.map((name) => ({
      name,
      image: `demo/${name}:${random.below(4)}`,
      command: ['sh', '-c', 'while true; do sleep 1; done'],
      env: [{ name: 'SECRET', value: 'never shown' }],
      ports: [{ containerPort: 8080, name: 'web' }],
      resources: {
        requests: { cpu: `${1 + random.below(90)}m`, memory: `${16 + random.below(64)}Mi` },
        limits: { memory: '256Mi' },
      },
    })),
  }
}
