import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { openServer } from '../../server/testing/open-server.ts'

/** Interfaces of model servers. */
export const wireForms = ['openai-compatible', 'anthropic'] as const
export type WireForm = (typeof wireForms)[number]

/** A request that the server received. */
export interface ModelRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
  /** Resolves when the caller has closed its connection before the end of the response. */
  readonly aborted: Promise<void>
}

/** The usage that the server reports. */
export interface ReportedUsage {
  readonly input: number
  readonly output: number
}

/** A response of the server. */
export type ModelScript =
  | {
      readonly words: readonly string[]
      /** Default: 100 and 20 tokens; null: not reported. */
      readonly usage?: ReportedUsage | null
      /** Default: `stop`. `stall`: nothing follows the words; `cut`: the connection ends. */
      readonly end?: 'stop' | 'length' | 'stall' | 'cut' | 'silence'
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }

const DEFAULT_USAGE: ReportedUsage = { input: 100, output: 20 }

/** A model server that answers by a script, with the interface of OpenAI or of Anthropic. */
export class ModelServer {
  readonly requests: ModelRequest[] = []
  readonly form: WireForm
  /** Returns the response to a request. */
  script: (request: ModelRequest) => ModelScript
  #url = ''

  private constructor(form: WireForm, script: ModelServer['script']) {
    this.form = form
    this.script = script
  }

  static async open(form: WireForm, script: ModelServer['script']): Promise<ModelServer> {
    const server = new ModelServer(form, script)
    const http = createServer((request, response) => {
      server.#serve(request, response).catch(() => response.destroy())
    })
    server.#url = `http://127.0.0.1:${await openServer(http)}/v1`
    return server
  }

  /** Base URL for the settings. */
  get url(): string {
    return this.#url
  }

  /** Everything that the model was sent, but the headers, which have its key. */
  get sent(): string {
    return JSON.stringify(this.requests.map(({ path, body }) => ({ path, body })))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const aborted = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    const body = (await json(request)) as Record<string, unknown>
    const recorded = { path: request.url ?? '', headers: request.headers, body, aborted }
    this.requests.push(recorded)
    const script = this.script(recorded)
    if ('status' in script) {
      response.writeHead(script.status, script.headers).end(script.body)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const usage = script.usage === undefined ? DEFAULT_USAGE : script.usage
    const frames = this.form === 'anthropic' ? anthropicFrames : openAiFrames
    const { start, words, finish } = frames(script.words, usage, script.end === 'length')
    response.write(start + words)
    if (script.end === 'stall') return
    // The words have to arrive before the connection ends.
    if (script.end === 'cut') setImmediate(() => response.destroy())
    else response.end(script.end === 'silence' ? '' : finish)
  }
}

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly text: string }[]
}

/** Returns the texts of a request: the instructions, and the one message of the user. Throws for any other form. */
export function promptTexts(request: ModelRequest | undefined): {
  readonly system: string
  readonly user: string
} {
  const { messages, system } = request?.body ?? {}
  const all = (messages ?? []) as readonly Message[]
  const [first, ...others] = [
    ...(system === undefined ? [] : [{ role: 'system', content: system as Message['content'] }]),
    ...all,
  ]
  const [user, ...more] = others
  if (first?.role !== 'system' || user?.role !== 'user' || more.length > 0)
    throw new Error(`not one message of the user: ${JSON.stringify(request?.body)}`)
  return { system: textOf(first), user: textOf(user) }
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

/** The parts of an answer as server-sent events. */
interface Frames {
  readonly start: string
  readonly words: string
  readonly finish: string
}

function openAiFrames(words: readonly string[], usage: ReportedUsage | null, isCut: boolean): Frames {
  const chunk = (fields: object): string =>
    `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'test', ...fields })}\n\n`
  const delta = (content: object, reason: string | null = null): string =>
    chunk({ choices: [{ index: 0, delta: content, finish_reason: reason }] })
  const total = usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  }
  return {
    start: delta({ role: 'assistant', content: '' }),
    words: words.map((content) => delta({ content })).join(''),
    finish: `${delta({}, isCut ? 'length' : 'stop')}${total === null ? '' : chunk({ choices: [], usage: total })}data: [DONE]\n\n`,
  }
}

function anthropicFrames(words: readonly string[], usage: ReportedUsage | null, isCut: boolean): Frames {
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: usage?.input ?? 0, output_tokens: usage === null ? 0 : 1 },
  }
  return {
    start:
      event('message_start', { message }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    words: words
      .map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }))
      .join(''),
    finish:
      event('content_block_stop', { index: 0 }) +
      event('message_delta', {
        delta: { stop_reason: isCut ? 'max_tokens' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: usage?.output ?? 0 },
      }) +
      event('message_stop', {}),
  }
}
