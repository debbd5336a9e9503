import { expect } from 'chai'
import { advanceAlerts, MAX_ALERTS, silencedAlerts, type Alerts } from './advance-alerts.ts'
import { fingerprintOf, type Problem } from './problem.ts'
import { defaultTiming } from '../../../testing/alert-timing.ts'
import { problemFor } from '../../../testing/problem-for.ts'

const START = Date.UTC(2026, 10, 20)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const problem = problemFor({ rule: 'image-not-found', affected: 20, since: START })
const node: Problem = { ...problem, rule: 'node-not-ready', kind: 'Node', name: 'n1', namespace: '' }

/** The alerts of one context, evaluated at chosen times. */
class Evaluations {
  alerts: Alerts = new Map()
  /** Transitions so far: their kind, and the seconds since the start. */
  readonly sent: string[] = []
  ignored = 0
  now = START
  isFirst = false
  observes: (of: Problem) => boolean = () => true

  at(milliseconds: number, ...problems: readonly Problem[]): this {
    this.now = START + milliseconds
    const { isFirst } = this
    const { alerts, transitions, ignored } = advanceAlerts(this.alerts, {
      problems,
      observes: this.observes,
      now: this.now,
      timing: defaultTiming,
      isFirst: () => isFirst,
    })
    this.isFirst = false
    this.alerts = alerts
    this.ignored += ignored
    for (const { transition, at } of transitions) this.sent.push(`${transition} ${(at - START) / SECOND}`)
    return this
  }

  get phases(): string[] {
    return [...this.alerts.values()].map(({ phase }) => phase)
  }
}

describe('the identity of an alert', () => {
  it('depends on context, rule, kind, namespace and name, and on no words', () => {
    const same = {
      ...problem,
      message: 'at 12:00',
      title: 'x',
      severity: 'info',
      affected: 1,
      since: 0,
    } as const
    expect(fingerprintOf(same))
      .to.equal(fingerprintOf(problem))
      .and.match(/^[0-9a-f]{32}$/)
    const others = (['context', 'rule', 'kind', 'namespace', 'name'] as const).map((key) =>
      fingerprintOf({ ...problem, [key]: 'other' }),
    )
    expect(new Set([fingerprintOf(problem), ...others])).to.have.property('size', 6)
    expect(fingerprintOf({ ...problem, namespace: 'a', name: 'b/c' })).to.not.equal(
      fingerprintOf({ ...problem, namespace: 'a/b', name: 'c' }),
    )
  })
})

describe('the phases of an alert', () => {
  it('fires once the problem has lasted for a minute, and not a millisecond earlier', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE - 1, problem)
    expect([run.sent, run.phases]).to.deep.equal([[], ['pending']])
    run.at(MINUTE, problem).at(MINUTE + 1, problem)
    expect([run.sent, run.phases]).to.deep.equal([['firing 60'], ['firing']])
  })

  it('fires for a Node after two minutes', () => {
    const run = new Evaluations().at(0, node).at(2 * MINUTE - 1, node)
    expect(run.sent).to.deep.equal([])
    expect(run.at(2 * MINUTE, node).sent).to.deep.equal(['firing 120'])
  })

  it('forgets a problem that ends before it fires', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE - 1)
    expect([run.sent, run.phases]).to.deep.equal([[], []])
    run.at(MINUTE, problem).at(2 * MINUTE - 1, problem)
    expect(run.sent).to.deep.equal([])
  })

  it('resolves once the problem has been gone for five minutes, and forgets the alert after the flap window', () => {
    const run = new Evaluations()
      .at(0, problem)
      .at(MINUTE, problem)
      .at(2 * MINUTE)
    expect(run.at(7 * MINUTE - 1).phases).to.deep.equal(['firing'])
    expect(run.at(7 * MINUTE).sent).to.deep.equal(['firing 60', 'resolved 420'])
    expect(run.at(8 * MINUTE).sent).to.have.length(2)
    expect(run.at(32 * MINUTE - 1).phases).to.deep.equal(['resolved'])
    expect(run.at(32 * MINUTE).phases).to.deep.equal([])
  })

  it('does not resolve a problem that comes back within the delay', () => {
    const run = new Evaluations()
      .at(0, problem)
      .at(MINUTE, problem)
      .at(2 * MINUTE)
    expect(run.at(7 * MINUTE - 1, problem).at(20 * MINUTE, problem).sent).to.deep.equal(['firing 60'])
  })

  it('repeats every four hours while it fires, six times at most', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE, problem)
    run.at(MINUTE + 4 * HOUR - 1, problem)
    expect(run.sent).to.have.length(1)
    for (let hours = 4; hours <= 48; hours += 4) run.at(MINUTE + hours * HOUR, problem)
    expect(run.sent).to.have.length(7)
    expect(run.sent.at(1)).to.equal(`repeated ${60 + 4 * 3600}`)
    expect(run.sent.slice(1).every((sent) => sent.startsWith('repeated'))).to.equal(true)
  })

  it('says once that it flaps, is silent then, and resolves after half an hour of calm', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE, problem)
    for (let minute = 2; minute <= 20; minute++)
      run.at(minute * MINUTE, ...(minute % 2 === 0 ? [] : [problem]))
    expect(run.sent).to.deep.equal(['firing 60', 'flapping 240'])
    expect(run.at(50 * MINUTE - 1).phases).to.deep.equal(['flapping'])
    expect(run.at(50 * MINUTE).sent.slice(2)).to.deep.equal(['resolved 3000'])
    expect(run.phases).to.deep.equal(['resolved'])
    expect(run.at(51 * MINUTE).phases).to.deep.equal([])
  })

  it('fires on without a message after half an hour of calm in which the problem stays', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE, problem)
    for (let minute = 2; minute <= 5; minute++)
      run.at(minute * MINUTE, ...(minute % 2 === 0 ? [] : [problem]))
    run
      .at(6 * MINUTE)
      .at(7 * MINUTE, problem)
      .at(37 * MINUTE, problem)
    expect([run.sent, run.phases]).to.deep.equal([['firing 60', 'flapping 240'], ['firing']])
    expect(run.at(38 * MINUTE).phases).to.deep.equal(['firing'])
  })

  it('counts no changes that are further apart than the flap window', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE, problem)
    for (let change = 0; change < 6; change++) {
      run.at(15 * MINUTE * (2 * change + 1))
      run.at(15 * MINUTE * (2 * change + 1) + MINUTE, problem)
    }
    expect(run.sent).to.deep.equal(['firing 60'])
  })

  it('leaves an alert as it is while its problem cannot be observed', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE, problem)
    run.observes = ({ kind }) => kind !== 'Deployment'
    run.at(HOUR)
    expect([run.sent, run.phases]).to.deep.equal([['firing 60'], ['firing']])
    run.observes = () => true
    expect(run.at(HOUR + MINUTE).at(HOUR + 6 * MINUTE).sent).to.deep.equal(['firing 60', 'resolved 3960'])
  })

  it('keeps the words that the problem had last', () => {
    const run = new Evaluations()
      .at(0, problem)
      .at(MINUTE, { ...problem, message: 'changed' })
      .at(2 * MINUTE)
    expect([...run.alerts.values()].map((alert) => alert.problem.message)).to.deep.equal(['changed'])
  })
})

describe('alerts without a state of earlier ones', () => {
  it('adopts problems older than fifteen minutes silently, to their end', () => {
    const run = new Evaluations()
    run.isFirst = true
    const now = 20 * MINUTE
    const old = { ...problem, since: START + now - 15 * MINUTE - 1 }
    const recent = { ...problem, name: 'api', since: START + now - 15 * MINUTE }
    const unknown = { ...problem, name: 'job', since: undefined }
    run.at(now, old, recent, unknown).at(now + MINUTE, old, recent, unknown)
    expect(run.sent).to.deep.equal(['firing 1260'])
    run.at(now + 5 * HOUR).at(now + 6 * HOUR)
    expect(run.sent).to.deep.equal(['firing 1260', `resolved ${20 * 60 + 6 * 3600}`])
    run.at(now + 7 * HOUR, old).at(now + 8 * HOUR, old)
    expect(run.sent.at(-1)).to.equal(`firing ${20 * 60 + 8 * 3600}`)
  })
})

describe('alerts of disabled notifications', () => {
  it('notifies nobody of the end of an alert that fired before notifications were disabled', () => {
    const run = new Evaluations().at(0, problem).at(MINUTE, problem, node)
    run.alerts = silencedAlerts(run.alerts)
    expect(run.phases).to.deep.equal(['firing'])
    run.at(10 * MINUTE).at(20 * MINUTE)
    expect(run.sent).to.deep.equal(['firing 60'])
  })
})

describe('the limit of alerts', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...problem, name: `web-${n}` }))

  it('keeps 1,000, and drops the one that was resolved first for a new one', () => {
    const problems = many(MAX_ALERTS)
    const [first = problem, second = problem, ...others] = problems
    const run = new Evaluations().at(0, ...problems).at(MINUTE, ...problems)
    expect([run.alerts.size, run.ignored]).to.deep.equal([1000, 0])
    run.at(2 * MINUTE, ...problems, node)
    expect([run.alerts.size, run.ignored]).to.deep.equal([1000, 1])
    run.at(3 * MINUTE, second, ...others).at(4 * MINUTE, ...others)
    run.at(10 * MINUTE, ...others)
    expect(run.phases.filter((phase) => phase === 'resolved')).to.have.length(2)
    run.at(11 * MINUTE, ...others, node)
    expect([run.alerts.size, run.ignored]).to.deep.equal([1000, 1])
    expect(run.alerts.has(fingerprintOf(first))).to.equal(false)
    expect(run.alerts.has(fingerprintOf(second))).to.equal(true)
  })
})
