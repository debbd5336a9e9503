import { expect } from 'chai'
import type { Conclusion, ExplainedTroubleshooting } from '../../server/features/ai/schema.ts'
import type { FixtureSubject } from '../diagnosis/fixture.ts'
import { call } from '../support/http.ts'
import type { CallerHeaders } from './environment/calling-pod.ts'

/** Explanations of a service without a model, and the time of each. */
export class Troubleshooter {
  readonly #api: () => string
  readonly #callers: readonly CallerHeaders[]
  readonly #times = new Map<string, number>()
  #calls = 0

  /** The callers take turns, since each may ask for ten explanations a minute. */
  constructor(api: () => string, callers: readonly CallerHeaders[]) {
    this.#api = api
    this.#callers = callers
  }

  /** Milliseconds of each explanation, the shortest first. */
  get times(): readonly number[] {
    return [...this.#times.values()].toSorted((one, other) => one - other)
  }

  async explain(resource: FixtureSubject): Promise<ExplainedTroubleshooting> {
    const caller = this.#callers[this.#calls++ % this.#callers.length]
    const since = performance.now()
    const { status, json, text } = await call(
      this.#api(),
      'POST',
      '/api/ai/troubleshoot',
      { resource },
      caller,
    )
    this.#times.set(JSON.stringify(resource), performance.now() - since)
    expect(status, text.slice(0, 300)).to.equal(200)
    // Validated against its schema by the client.
    return json as ExplainedTroubleshooting
  }
}

/** Whether a conclusion is about an object, or about one that it controls. */
export function isInChainOf({ subject }: Conclusion, { kind, name, namespace }: FixtureSubject): boolean {
  if (subject.namespace !== (namespace ?? undefined)) return false
  if (subject.kind === kind) return subject.name === name
  return ['Pod', 'ReplicaSet', 'Job'].includes(subject.kind) && subject.name.startsWith(`${name}-`)
}
