import { expect } from 'chai'
import type { Conclusion, ExplainedTroubleshooting } from '../../server/features/ai/schema.ts'
import type { FixtureSubject } from '../diagnosis/fixture.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'

/** Time until a caller may send requests again: the limit counts per minute. */
const LIMIT_MS = 65_000

/** Explanations of a service without a model, and the time of each. */
export class Troubleshooter {
  readonly #api: () => string
  readonly #times = new Map<string, number>()

  constructor(api: () => string) {
    this.#api = api
  }

  /** Milliseconds of each explanation, the shortest first. */
  get times(): readonly number[] {
    return [...this.#times.values()].toSorted((one, other) => one - other)
  }

  /** Explains an object, once the limit of calls allows it. */
  async explain(resource: FixtureSubject): Promise<ExplainedTroubleshooting> {
    let notBefore = 0
    return until(
      `an explanation of ${resource.kind} ${resource.name}`,
      async () => {
        if (performance.now() < notBefore) return undefined
        const since = performance.now()
        const { status, json, text, headers } = await call(this.#api(), 'POST', '/api/ai/troubleshoot', {
          resource,
        })
        if (status === 429) {
          notBefore = performance.now() + Number(headers.get('retry-after')) * 1000
          return undefined
        }
        this.#times.set(JSON.stringify(resource), performance.now() - since)
        expect(status, text.slice(0, 300)).to.equal(200)
        // Validated against its schema by the client.
        return json as ExplainedTroubleshooting
      },
      LIMIT_MS,
    )
  }
}

/** Whether a conclusion is about an object, or about one that it controls. */
export function isInChainOf({ subject }: Conclusion, { kind, name, namespace }: FixtureSubject): boolean {
  if (subject.namespace !== (namespace ?? undefined)) return false
  if (subject.kind === kind) return subject.name === name
  return ['Pod', 'ReplicaSet', 'Job'].includes(subject.kind) && subject.name.startsWith(`${name}-`)
}
