/** An object that a fixture is about, by kind and name; its namespace is that of the suite unless it has another one. */
export interface FixtureSubject {
  readonly kind: string
  readonly name: string
  /** Null: an object outside namespaces. Default: the namespace of the suite. */
  readonly namespace?: string | null
}

/** Something that is wrong in a cluster, the finding that is expected of it, and its repair. */
export interface DiagnosisFixture {
  /** Name of the rule whose finding is expected as a root. */
  readonly rule: string
  readonly subject: FixtureSubject
  /** Object that a person would ask about. Default: the subject. */
  readonly symptom?: FixtureSubject
  /** Text that the evidence of the finding has to contain, as the cluster wrote it. */
  readonly evidence: RegExp
  /** Rules of further findings that the root explains. */
  readonly explains?: readonly string[]
  /** Number of objects that are affected. Default: not compared. */
  readonly affected?: number
  /** YAML of the objects that are wrong. `NAMESPACE` is replaced by the namespace of the suite. */
  readonly wrong: string
  /** Changes after `wrong` that make it wrong, such as a status: arguments of kubectl, and its standard input. */
  readonly steps?: readonly (readonly string[])[]
  /** YAML of objects that are nearly the same but healthy: no finding of the rule may be about them. */
  readonly nearMiss: string
  /** YAML that repairs the objects, or `delete` where only deleting them helps. */
  readonly repair: string
  /** Commands of kubectl after `repair`. */
  readonly repairSteps?: readonly (readonly string[])[]
  /** Longest time in seconds until the finding appears, where a rule waits. Default: 120. */
  readonly withinSeconds?: number
  /** Whether it breaks other fixtures, so that it is applied once those are repaired. */
  readonly disturbs?: true
  /** Absent: it breaks so on kind. Else the reason why it does not; the demo cluster shows it then. */
  readonly notOnKind?: string
}
