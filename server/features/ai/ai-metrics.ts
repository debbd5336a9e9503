import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client'
import type { ModelFailure } from './model/model-error.ts'
import type { TokenBudget } from './model/token-budget.ts'

/** End of a call of the model, as a label. */
export type CallResult = 'complete' | 'cut' | 'cached' | 'aborted' | ModelFailure

const registers: Registry[] = []

/** Metrics of the model; labels are from bounded sets. */
export class AiMetrics {
  readonly #calls = new Counter({
    name: 'cluster_inspector_model_calls_total',
    help: 'Narratives of the language model by result; cached, and budget: the model was not called',
    labelNames: ['result'],
    registers,
  })
  readonly #tokens = new Counter({
    name: 'cluster_inspector_model_tokens_total',
    help: 'Tokens exchanged with the language model; estimated if it reports none',
    labelNames: ['direction'],
    registers,
  })
  readonly #seconds = new Histogram({
    name: 'cluster_inspector_model_call_duration_seconds',
    help: 'Duration of calls of the language model',
    buckets: [0.5, 1, 2.5, 5, 10, 20, 40, 60],
    registers,
  })
  readonly #budget: readonly Metric[]

  constructor(budget: TokenBudget) {
    this.#budget = [
      new Gauge({
        name: 'cluster_inspector_model_day_tokens',
        help: 'Tokens of this day (UTC) that this process has used or set aside',
        registers,
        collect() {
          this.set(budget.used)
        },
      }),
      new Gauge({
        name: 'cluster_inspector_model_day_tokens_limit',
        help: 'Tokens that this process may use a day',
        registers,
        collect() {
          this.set(budget.perDay)
        },
      }),
    ]
  }

  get all(): readonly Metric[] {
    return [this.#calls, this.#tokens, this.#seconds, ...this.#budget]
  }

  /** Counts a narrative that needed no call. */
  count(result: CallResult): void {
    this.#calls.inc({ result })
  }

  /** Counts a call with its tokens and its duration in seconds. */
  countCall(
    result: CallResult,
    tokens: { readonly input: number; readonly output: number },
    seconds: number,
  ): void {
    this.#calls.inc({ result })
    this.#tokens.inc({ direction: 'input' }, tokens.input)
    this.#tokens.inc({ direction: 'output' }, tokens.output)
    this.#seconds.observe(seconds)
  }
}
