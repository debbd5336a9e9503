import type { Container, PodSpec } from '../kinds/pods/model.ts'

/** A difference between the Pod templates of two revisions. */
export interface TemplateChange {
  /** `image of app` */
  readonly subject: string
  /** The field in the template: `containers[app].image`. */
  readonly field: string
  /** `registry.example.com/web:1 → registry.example.com/web:2`; values of the environment and commands are never in it. */
  readonly text: string
}

/** Returns the differences between two Pod templates that may break a Pod. */
export function templateChanges(before: PodSpec, after: PodSpec): readonly TemplateChange[] {
  return [
    ...(['initContainers', 'containers'] as const).flatMap((list) =>
      containerChanges(list, before[list] ?? [], after[list] ?? []),
    ),
    ...(['nodeSelector', 'tolerations', 'imagePullSecrets', 'serviceAccountName'] as const).flatMap((field) =>
      isEqual(before[field], after[field]) ? [] : [{ subject: field, field, text: 'changed' }],
    ),
  ]
}

function containerChanges(
  list: 'containers' | 'initContainers',
  before: readonly Container[],
  after: readonly Container[],
): TemplateChange[] {
  const [olds, currents] = [byName(before), byName(after)]
  return [...new Set([...olds.keys(), ...currents.keys()])].flatMap((name): TemplateChange[] => {
    const [old, current] = [olds.get(name), currents.get(name)]
    const field = `${list}[${name}]`
    if (old === undefined) return [{ subject: `container ${name}`, field, text: 'added' }]
    if (current === undefined) return [{ subject: `container ${name}`, field, text: 'removed' }]
    return changesOf(old, current).map(({ member, text }) => ({
      subject: `${member} of ${name}`,
      field: `${field}.${member}`,
      text,
    }))
  })
}

function byName(all: readonly Container[]): ReadonlyMap<string, Container> {
  return new Map(all.map((one) => [one.name, one]))
}

function changesOf(
  before: Container,
  after: Container,
): { readonly member: string; readonly text: string }[] {
  const changed = (
    [
      'command',
      'livenessProbe',
      'readinessProbe',
      'startupProbe',
      'envFrom',
      'volumeMounts',
      'ports',
    ] as const
  )
    .filter((member) => !isEqual(before[member], after[member]))
    .map((member) => ({ member, text: 'changed' }))
  return [
    ...(before.image === after.image
      ? []
      : [{ member: 'image', text: `${before.image ?? ''} → ${after.image ?? ''}` }]),
    ...environmentChanges(before, after),
    ...resourceChanges(before, after),
    ...changed,
  ]
}

function environmentChanges(before: Container, after: Container) {
  const sources = ({ env }: Container) => new Map((env ?? []).map(({ name, valueFrom }) => [name, valueFrom]))
  const [old, current] = [sources(before), sources(after)]
  const texts = [
    ...[...current.keys()].filter((name) => !old.has(name)).map((name) => `${name} added`),
    ...[...old.keys()].filter((name) => !current.has(name)).map((name) => `${name} removed`),
    ...[...current]
      .filter(([name, source]) => old.has(name) && !isEqual(old.get(name), source))
      .map(([name]) => `${name} from another source`),
  ]
  return texts.length === 0 ? [] : [{ member: 'env', text: texts.join(', ') }]
}

function resourceChanges(before: Container, after: Container) {
  const texts = (['requests', 'limits'] as const).flatMap((part) => {
    const [old, current] = [before.resources?.[part] ?? {}, after.resources?.[part] ?? {}]
    return [...new Set([...Object.keys(old), ...Object.keys(current)])]
      .filter((name) => old[name] !== current[name])
      .map((name) => `${part}.${name} ${old[name] ?? 'none'} → ${current[name] ?? 'none'}`)
  })
  return texts.length === 0 ? [] : [{ member: 'resources', text: texts.join(', ') }]
}

/** Whether two values are equal as JSON; an absent one, null and an empty list or map are the same. */
function isEqual(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text === '[]' || text === '{}' ? 'null' : text
}
