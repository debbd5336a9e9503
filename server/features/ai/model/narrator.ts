import { createHash } from 'node:crypto'
import type { ModelCallEnd } from '../../../audit/audit-log.ts'
import { reportFailure } from '../../../core/background.ts'
import type { Clock } from '../../../core/clock.ts'
import { UnavailableError } from '../../../core/errors.ts'
import { ExpiringCache } from '../../../core/expiring-cache.ts'
import type { MemoryLedger } from '../../../core/memory-ledger.ts'
import type { AiMetrics, CallResult } from '../ai-metrics.ts'
import { ModelPrompt, type PromptSubject } from './build-prompt.ts'
import type { LanguageModel, ModelUsage } from './language-model.ts'
import { ModelError } from './model-error.ts'
import { NarrativeCheck } from './narrative-check.ts'
import { MAX_OUTPUT } from './open-model.ts'
import type { Reservation, TokenBudget } from './token-budget.ts'
import { TokenEstimate } from './token-estimate.ts'

/** Time limit until the first words. */
const FIRST_WORDS_MS = 20_000
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 100

export interface NarratorOptions {
  readonly model: LanguageModel
  readonly budget: TokenBudget
  readonly metrics: AiMetrics
  readonly time: Clock
  readonly ledger: MemoryLedger
  readonly hidesNames: boolean
}

/** One narrative, and the request that it belongs to. */
export interface NarrativeRequest {
  readonly subject: PromptSubject
  /** Name of the caller, for its share of the budget. */
  readonly caller: string
  /** Fires when the caller leaves. */
  readonly signal: AbortSignal
  /** Moment of the clock at which the answer has to be over. */
  readonly endsAt: number
  /** Records the call in the audit log. */
  readonly record: () => Promise<ModelCallEnd>
  /** Receives the sentences as they come. */
  readonly onText: (text: string) => void
}

export interface NarrativeEnd {
  readonly budget: { readonly input: number; readonly output: number; readonly truncated: boolean }
  readonly finish: 'complete' | 'cut' | 'failed'
  readonly error?: ModelError
}

interface CachedNarrative {
  readonly text: string
  readonly finish: 'complete' | 'cut'
}

/** A call of the model, as far as it has come. */
interface OpenCall {
  /** Words that the model has sent, for the estimate of their tokens. */
  received: string
  usage: ModelUsage
  /** Checked sentences, with pseudonyms. */
  text: string
  finish: 'complete' | 'cut'
}

/** Words findings with a language model, within its budget. Its failures are part of the result. */
export class Narrator {
  readonly #options: NarratorOptions
  readonly #estimate = new TokenEstimate()
  readonly #cache: ExpiringCache<CachedNarrative>
  /** Calls in flight, by the key of the cache; each promise resolves when its call is over. */
  readonly #calls = new Map<string, Promise<void>>()

  constructor(options: NarratorOptions) {
    this.#options = options
    this.#cache = new ExpiringCache({
      max: MAX_CACHED,
      now: () => options.time.now(),
      ledger: options.ledger,
      holder: 'model_answers',
      weigh: ({ text }) => text.length * 2,
    })
  }

  async prompt(subject: PromptSubject): Promise<ModelPrompt> {
    return ModelPrompt.of(subject, { estimate: this.#estimate, hidesNames: this.#options.hidesNames })
  }

  /** Rejects if the caller leaves. */
  async narrate(request: NarrativeRequest): Promise<NarrativeEnd> {
    const prompt = await this.prompt(request.subject)
    const key = createHash('sha256')
      .update(`${this.#options.model.name}\n${prompt.facts}`)
      .digest('base64url')
    const running = this.#calls.get(key)
    // Once: after a call that failed, another wait could outlast the deadline of the request.
    if (running !== undefined) await untilAborted(running, request.signal)
    return this.#cached(key, prompt, request) ?? this.#alone(key, () => this.#begin(key, prompt, request))
  }

  async #alone(key: string, run: () => Promise<NarrativeEnd>): Promise<NarrativeEnd> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#calls.set(key, promise)
    try {
      return await run()
    } finally {
      if (this.#calls.get(key) === promise) this.#calls.delete(key)
      resolve()
    }
  }

  #cached(key: string, prompt: ModelPrompt, { onText }: NarrativeRequest): NarrativeEnd | undefined {
    const cached = this.#cache.get(key)
    if (cached === undefined) return undefined
    this.#options.metrics.count('cached')
    if (cached.text !== '') onText(prompt.pseudonyms.reveal(cached.text))
    return { budget: { input: 0, output: 0, truncated: prompt.isTruncated }, finish: cached.finish }
  }

  async #begin(key: string, prompt: ModelPrompt, request: NarrativeRequest): Promise<NarrativeEnd> {
    let permit
    try {
      permit = await this.#permit(prompt, request)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      this.#options.metrics.count(error.code)
      const budget = { input: 0, output: 0, truncated: prompt.isTruncated }
      return { budget, finish: 'failed', error }
    }
    return this.#call(prompt, request, { ...permit, key })
  }

  /** Sets tokens aside and records the call. */
  async #permit(prompt: ModelPrompt, { caller, record }: NarrativeRequest) {
    const reservation = this.#options.budget.reserve(caller, prompt.tokens + MAX_OUTPUT)
    try {
      return { reservation, recordEnd: await record() }
    } catch (error) {
      reservation.settle(0)
      if (error instanceof UnavailableError)
        throw new ModelError('unavailable', error.message, { cause: error })
      throw error
    }
  }

  async #call(
    prompt: ModelPrompt,
    request: NarrativeRequest,
    permit: { readonly reservation: Reservation; readonly recordEnd: ModelCallEnd; readonly key: string },
  ): Promise<NarrativeEnd> {
    const { time, metrics } = this.#options
    const startedAt = time.now()
    const call: OpenCall = {
      received: '',
      usage: { input: undefined, output: undefined },
      text: '',
      finish: 'complete',
    }
    let error: ModelError | undefined
    let isAborted = false
    try {
      await this.#read(prompt, request, call)
      this.#cache.set(permit.key, { text: call.text, finish: call.finish }, time.now() + CACHE_MS)
    } catch (failure) {
      isAborted = request.signal.aborted
      error = failureOf(failure, isAborted)
    }
    const isRefused = error !== undefined && error.code !== 'timeout' && !isAborted
    const tokens = this.#tokensOf(prompt, call, isRefused)
    permit.reservation.settle(tokens.input + tokens.output)
    const result: CallResult = isAborted ? 'aborted' : (error?.code ?? call.finish)
    metrics.countCall(result, tokens, (time.now() - startedAt) / 1000)
    await permit.recordEnd({ result, tokens })
    request.signal.throwIfAborted()
    return {
      budget: { ...tokens, truncated: prompt.isTruncated },
      finish: error === undefined ? call.finish : 'failed',
      ...(error === undefined ? {} : { error }),
    }
  }

  /** Reads the answer of the model within its time limits. */
  async #read(prompt: ModelPrompt, request: NarrativeRequest, call: OpenCall): Promise<void> {
    const { time, model } = this.#options
    const over = new AbortController()
    const stopAfter = (milliseconds: number, message: string) =>
      time.after(milliseconds, () => over.abort(new ModelError('timeout', message)))
    const cancelFirst = stopAfter(FIRST_WORDS_MS, 'the model sent no words within 20 s')
    const cancelAll = stopAfter(Math.max(0, request.endsAt - time.now()), 'the answer took too long')
    const check = new NarrativeCheck(prompt)
    const accept = (text: string): void => {
      if (text === '') return
      call.text += text
      request.onText(prompt.pseudonyms.reveal(text))
    }
    try {
      const signal = AbortSignal.any([request.signal, over.signal])
      for await (const part of model.answer(prompt, signal)) {
        if (part.kind === 'usage') call.usage = part.usage
        if (part.kind === 'end' && part.isCut) call.finish = 'cut'
        if (part.kind !== 'words') continue
        cancelFirst()
        call.received += part.text
        accept(check.add(part.text))
        if (!check.isFull) continue
        call.finish = 'cut'
        break
      }
      accept(check.end(call.finish === 'cut'))
    } catch (error) {
      accept(check.end(true))
      throw error
    } finally {
      cancelFirst()
      cancelAll()
      // Ends a call whose answer is not read to its end.
      over.abort(new ModelError('unavailable', 'the answer is complete'))
    }
  }

  /** Returns the tokens that the model has reported, or an estimate; none for a call that it refused before any words. */
  #tokensOf(
    prompt: ModelPrompt,
    { usage, received }: OpenCall,
    isRefused: boolean,
  ): { input: number; output: number } {
    if (usage.input !== undefined) this.#estimate.correct(prompt.system + prompt.user, usage.input)
    else if (isRefused && received === '') return { input: 0, output: 0 }
    return {
      input: usage.input ?? prompt.tokens,
      output: usage.output ?? this.#estimate.of(received),
    }
  }
}

/** Waits for a promise that never rejects; rejects with the reason of the signal when that fires. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const abort = (): void => resolve()
  signal.addEventListener('abort', abort)
  await Promise.race([promise, aborted])
  signal.removeEventListener('abort', abort)
  signal.throwIfAborted()
}

function failureOf(failure: unknown, isAborted: boolean): ModelError {
  if (failure instanceof ModelError) return failure
  // A fault of ours, or of the library; the findings are an answer without it.
  if (!isAborted) reportFailure('a narrative', failure)
  return new ModelError('unavailable', 'the answer of the model could not be read', { cause: failure })
}
