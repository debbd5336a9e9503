import { readFile } from 'node:fs/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, streamText } from 'ai'
import { readFailure } from '../../../core/formats/read-failure.ts'
import { sanitize } from '../../../core/formats/sanitize.ts'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'
import type { ConfiguredModel } from '../ai-config.ts'
import type { ModelPrompt } from './build-prompt.ts'
import type { LanguageModel, ModelPart } from './language-model.ts'
import { ModelError, type ModelFailure } from './model-error.ts'
import { outboundFetch } from './outbound-fetch.ts'

/** Tokens of an answer; always sent. */
export const MAX_OUTPUT = 600
const KEY = /^[!-~]{1,4096}$/

// The library would write its warnings to the console, among the lines of the log.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Returns the configured model, reached through a client of this service. */
export function openModel(configured: ConfiguredModel, client: Pick<OutboundClient, 'open'>): LanguageModel {
  const fetch = outboundFetch(client)
  const baseURL = configured.base.url.href.replace(/\/$/, '')
  const { name, provider } = configured
  const modelWith = (apiKey: string) =>
    provider === 'anthropic'
      ? createAnthropic({ baseURL, apiKey, fetch })(name)
      : createOpenAICompatible({
          name: 'model',
          baseURL,
          fetch,
          includeUsage: true,
          ...(apiKey === '' ? {} : { apiKey }),
        })(name)
  return {
    name,
    answer: async function* (prompt, signal) {
      yield* answer(modelWith(await readKey(configured.keyFile)), prompt, signal)
    },
  }
}

async function* answer(
  model: Exclude<Parameters<typeof streamText>[0]['model'], string>,
  { system, user }: ModelPrompt,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const { fullStream } = streamText({
    model,
    instructions: system,
    prompt: user,
    maxOutputTokens: MAX_OUTPUT,
    maxRetries: 0,
    abortSignal: signal,
    // Errors are parts of the stream; the library would write them to the console as well.
    onError: () => undefined,
  })
  try {
    for await (const part of fullStream) yield* partsOf(part)
  } catch (error) {
    signal.throwIfAborted()
    throw modelError(error)
  }
  // The library ends the stream of a call that is aborted.
  signal.throwIfAborted()
}

type StreamPart = ReturnType<typeof streamText>['fullStream'] extends AsyncIterable<infer Part> ? Part : never

function* partsOf(part: StreamPart): Generator<ModelPart> {
  if (part.type === 'text-delta') yield { kind: 'words', text: part.text }
  if (part.type === 'error') throw part.error
  if (part.type !== 'finish') return
  const { inputTokens: input, outputTokens: output } = part.totalUsage
  // No prompt has no tokens: a 0 is a usage that is not reported.
  yield { kind: 'usage', usage: input === 0 ? { input: undefined, output: undefined } : { input, output } }
  if (part.finishReason !== 'stop' && part.finishReason !== 'length')
    throw new ModelError('unavailable', `the model ended its answer early (${part.finishReason})`)
  yield { kind: 'end', isCut: part.finishReason === 'length' }
}

async function readKey(path: string | undefined): Promise<string> {
  if (path === undefined) return ''
  let key
  try {
    key = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    throw new ModelError('refused', `the file in aiKeyFile cannot be read: ${readFailure(error)}`)
  }
  if (!KEY.test(key)) throw new ModelError('refused', 'the file in aiKeyFile does not contain a key')
  return key
}

/** Returns the meaning of a failure of the library. Words of the model server are left out: they may repeat the prompt. */
function modelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const outbound = outboundErrorOf(error)
  if (outbound !== undefined)
    return new ModelError('unavailable', `the model server: ${outbound.details}`, { cause: error })
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode !== 200)
    return new ModelError(
      failureOf(error.statusCode, error.responseBody ?? ''),
      statusText(error.statusCode),
      {
        cause: error,
      },
    )
  return new ModelError('unavailable', 'the response of the model server is not one of its interface', {
    cause: error,
  })
}

function outboundErrorOf(error: unknown): OutboundError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof OutboundError) return at
  return undefined
}

function statusText(status: number): string {
  return sanitize(`the model server responded with status ${status}`, 100)
}

function failureOf(status: number, body: string): ModelFailure {
  if (status === 429) return 'rate-limited'
  if (status === 413 || (status === 400 && /context.?length|too.?long|maximum.{0,20}tokens/i.test(body)))
    return 'too-long'
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unavailable'
}
