import { compareTexts } from '../core/formats/compare-texts.ts'
import { compareSeverities, type Finding, type ObjectName } from './finding.ts'

/** Findings with one cause, shown as one. */
export interface FindingGroup {
  /** The finding of the group that is shown: the one that began first. */
  readonly shown: Finding
  /** The workload that owns the objects of the group, else the object itself. */
  readonly subject: ObjectName
  readonly id: string
  readonly severity: Finding['severity']
  readonly since: string | undefined
  /** Number of Pods with the finding or explained by it; of objects, if there are no Pods among them. */
  readonly affected: number
  /** Findings that this one explains, without those of the group itself. */
  readonly explains: readonly Finding[]
}

/**
 * Folds findings into their causes: a finding that others explain is listed under those, and findings of one rule for Pods of one
 * workload are one. The most severe come first, then the newest.
 */
export function foldFindings(
  findings: readonly Finding[],
  mayShowOwner: (owner: ObjectName) => boolean,
): FindingGroup[] {
  const byId = new Map(findings.map((one) => [one.id, one]))
  const effects = effectsOf(findings, byId)
  const roots = rootsOf(findings, effects, byId)
  const groups = Map.groupBy(roots, (finding) => groupId(finding, subjectOf(finding, mayShowOwner)))
  return [...groups]
    .flatMap(([id, [first, ...others]]) =>
      first === undefined ? [] : [groupOf(id, [first, ...others], { effects, mayShowOwner })],
    )
    .toSorted(bySeverity)
}

/**
 * Returns the findings that no other explains. Of findings that explain each other in a circle, as a webhook that keeps its own Pods
 * from being created, the one that began first is taken.
 */
function rootsOf(
  findings: readonly Finding[],
  effects: ReadonlyMap<string, readonly Finding[]>,
  byId: ReadonlyMap<string, Finding>,
): readonly Finding[] {
  const roots = findings.filter(({ causes }) => !causes.some(({ id }) => byId.has(id)))
  const explained = new Set<string>()
  const explain = (root: Finding) => {
    const queue = [root]
    for (const { id } of queue) {
      if (explained.has(id)) continue
      explained.add(id)
      queue.push(...(effects.get(id) ?? []))
    }
  }
  roots.forEach(explain)
  const inCircles = findings.filter(({ id }) => !explained.has(id))
  for (const one of inCircles.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1))) {
    if (explained.has(one.id)) continue
    roots.push(one)
    explain(one)
  }
  return roots
}

/** Returns the findings that each finding explains, by id. */
function effectsOf(findings: readonly Finding[], byId: ReadonlyMap<string, Finding>): Map<string, Finding[]> {
  const effects = new Map<string, Finding[]>()
  for (const finding of findings)
    for (const { id } of finding.causes) {
      if (!byId.has(id)) continue
      const known = effects.get(id)
      if (known === undefined) effects.set(id, [finding])
      else known.push(finding)
    }
  return effects
}

function subjectOf(finding: Finding, mayShowOwner: (owner: ObjectName) => boolean): ObjectName {
  return finding.owner !== undefined && mayShowOwner(finding.owner) ? finding.owner : finding.subject
}

function groupId({ rule, group }: Finding, { kind, namespace = '', name }: ObjectName): string {
  return [rule, kind, namespace, name, ...(group === '' ? [] : [group])].join('/')
}

function groupOf(
  id: string,
  members: readonly [Finding, ...Finding[]],
  {
    effects,
    mayShowOwner,
  }: { effects: ReadonlyMap<string, readonly Finding[]>; mayShowOwner: (owner: ObjectName) => boolean },
): FindingGroup {
  const explained = new Map<string, Finding>()
  const queue = [...members]
  for (const { id: cause } of queue)
    for (const effect of effects.get(cause) ?? [])
      if (!explained.has(effect.id)) {
        explained.set(effect.id, effect)
        queue.push(effect)
      }
  for (const { id: own } of members) explained.delete(own)
  const explains = [...explained.values()]
  const earliest = members.reduce((first, one) => (comesBefore(one, first) ? one : first))
  return {
    shown: earliest,
    subject: subjectOf(earliest, mayShowOwner),
    id,
    // A cause of something critical is critical.
    severity:
      [...members, ...explains].map(({ severity }) => severity).toSorted(compareSeverities)[0] ??
      earliest.severity,
    since: earliest.since,
    affected: affectedObjects([...members, ...explains]),
    explains,
  }
}

function comesBefore(one: Finding, other: Finding): boolean {
  const [since, otherSince] = [one.since ?? '9', other.since ?? '9']
  return since < otherSince || (since === otherSince && one.id < other.id)
}

function affectedObjects(findings: readonly Finding[]): number {
  const names = (all: readonly Finding[]) =>
    new Set(all.map(({ subject: { kind, namespace, name } }) => `${kind}/${namespace ?? ''}/${name}`)).size
  const ofPods = findings.filter(({ subject }) => subject.kind === 'Pod')
  return names(ofPods.length === 0 ? findings : ofPods)
}

function bySeverity(one: FindingGroup, other: FindingGroup): number {
  return (
    compareSeverities(one.severity, other.severity) ||
    compareTexts(other.since ?? '', one.since ?? '') ||
    compareTexts(one.id, other.id)
  )
}
