import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../audit/trail.ts'
import type { Authentication } from '../auth/authentication.ts'
import type { Caller } from '../auth/caller.ts'
import type { Permission } from '../auth/permission.ts'
import type { Turns } from '../turns.ts'
import type { AccessLog } from './access-log.ts'
import { isNear } from './admission.ts'
import { Ahead } from './ahead.ts'
import { PlainReads, type Asked } from './asked.ts'
import type { Lifecycle } from './drain.ts'
import type { Form, Forms } from './forms.ts'
import type { Ground, Standing } from './ground.ts'
import { heldFields, type HeldFields } from './held-fields.ts'
import type { Hosts } from './hosts.ts'
import type { Metrics } from './metrics.ts'
import type { Origins } from './origins.ts'
import { notModified } from './reply.ts'
import { idOf } from './request-id.ts'
import type { RequestSeries } from './request-metrics.ts'
import type { Encoded } from './route.ts'
import { strictTransport } from './security.ts'
import { endsConnection, HeadEnd, send200, send304, takesWholeHead } from './whole-head.ts'

/** Those asked for longest ago go first. Lists share their bytes with where they come from, so this counts some twice. */
const MAX_ANSWERS = 5_000
const MAX_BYTES = 24 * 1024 * 1024

/**
 * A larger answer is not made again here, nor compressed: that costs more than all the ways to the routes, and what counts
 * requests is there.
 */
const MAX_MADE_BYTES = 256 * 1024

/** An answer to a GET. */
export interface MadeAnswer {
  encoded: Encoded<unknown>
  /** Undefined where it is not to be given again. */
  ground: Ground | undefined
  /** The time it was made, in milliseconds since 1970. */
  from: number
}

/** An answer to a GET as it was sent. */
export interface SentAnswer extends MadeAnswer {
  route: string
  ground: Ground
  /** Makes it again, from what is there now, for whoever asks this time; rejects where anybody would have to be asked. */
  again: (actor: Actor) => Promise<MadeAnswer>
}

interface Held extends SentAnswer {
  fields: HeldFields
  /** What counts it, by status: none before there was one. */
  series: { 200?: RequestSeries; 304?: RequestSeries }
  /** What the access log calls it. */
  subject: string
  /** To whom it was last given as it stands; undefined where nobody has asked since it was made. */
  given: Given | undefined
}

/** To whom an answer is given, when (in milliseconds since 1970) and how they like it; nothing that they showed to be let in. */
interface Given {
  actor: Actor & { caller: Caller }
  now: number
  acceptEncoding: string | undefined
}

export interface AnswersOptions {
  lifecycle: Lifecycle
  metrics: Metrics
  accessLog: AccessLog
  forms: Forms
  hosts: Hosts
  origins: Origins
  authentication: Authentication
  permission: Permission
  clock: () => number
  turns: Turns
}

/** A request that may be answered here. */
interface Plain {
  asked: Asked
  given: Given
  startedAt: number
}

/** What answers it. */
interface Sending {
  held: Held
  standing: Standing
  form: Form
}

/**
 * Answers a GET that was answered before, by the same words, while nothing of what that answer was made of has changed:
 * what the routes, the validation and the middleware would do again comes to the same. Where only the state has changed, its
 * handler makes it again, ahead of who asks where that is done all the time. Anything out of the ordinary goes to them: other
 * methods, wishes of the caller, a caller not known at once, a watch in trouble, a right not known to hold.
 */
export class Answers {
  readonly #held = new LRUCache<string, Held>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ encoded }) => encoded.bytes.length + 1024,
  })
  readonly #plain: PlainReads
  readonly #headEnd = new HeadEnd()
  readonly #ahead: Ahead<Held>
  readonly #options: AnswersOptions

  constructor(options: AnswersOptions) {
    this.#options = options
    this.#plain = new PlainReads(options.hosts, options.origins)
    this.#ahead = new Ahead((url, held) => this.#makeAhead(url, held), options.clock, options.turns)
  }

  /** Keeps the answer that was sent to a request, for the next one like it. */
  keep({ url = '' }: IncomingMessage, response: ServerResponse, answer: SentAnswer): void {
    this.#held.set(url, {
      ...answer,
      fields: heldFields(response),
      series: {},
      given: undefined,
      subject: this.#options.accessLog.subject('GET', answer.route, url),
    })
  }

  /** Answers a request where nobody has to be asked for it; false: it is for others to answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    if (request.method !== 'GET') return false
    const startedAt = performance.now()
    const { url = '' } = request
    const held = this.#held.get(url)
    if (held === undefined || this.#options.lifecycle.refusing) return false
    const now = this.#options.clock()
    if (now < held.from) return false
    const asked = this.#plain.asked(request)
    if (asked === undefined || !takesWholeHead(request, response)) return false
    const caller = this.#caller(request, asked)
    if (caller === undefined) return false
    const standing = held.ground.standing(caller)
    if (standing === undefined) return false
    const actor = { requestId: idOf(asked.requestId), caller, address: request.socket.remoteAddress ?? '' }
    const plain = { asked, given: { actor, now, acceptEncoding: asked.acceptEncoding }, startedAt }
    const small = held.encoded.bytes.length <= MAX_MADE_BYTES
    if (standing.same && now < held.encoded.until) {
      const form = this.#options.forms.of(held.encoded.bytes, asked.acceptEncoding)
      if (!(form instanceof Promise)) return this.#give(response, plain, { held, standing, form })
      // A form that fails to be made is for who answers in full to find words for.
      const give = (made: Form): boolean => this.#give(response, plain, { held, standing, form: made })
      return small && form.then(give, () => false)
    }
    return small && this.#again(url, held, response, plain)
  }

  /** Who asks, where that is known at once, and may. */
  #caller({ socket }: IncomingMessage, { authorization, cookie }: Asked): Caller | undefined {
    const { authentication, permission } = this.#options
    const caller = authentication.known({
      connection: socket,
      loopback: isNear(socket),
      forwarded: false,
      authorization,
      cookie,
      // What a proxy says comes in headers that do not come this far.
      proxied: undefined,
    })
    return caller !== undefined && permission.mayRead(caller) ? caller : undefined
  }

  /** Sends it as it stands, and notes to whom. */
  #give(response: ServerResponse, plain: Plain, sending: Sending): boolean {
    sending.held.given = plain.given
    this.#send(response, plain, sending)
    return true
  }

  /** Answers by what is made of the state of now; false where that failed: who answers in full finds the words for it. */
  async #again(url: string, before: Held, response: ServerResponse, plain: Plain): Promise<boolean> {
    const made = await this.#made(before, plain.given).catch(() => undefined)
    if (made === undefined) {
      this.#held.delete(url)
      return false
    }
    this.#replace(url, made.held)
    this.#send(response, plain, made)
    return true
  }

  /** Makes it again for whoever was given it last, while nobody waits. */
  async #makeAhead(url: string, before: Held): Promise<void> {
    if (before.given === undefined || this.#held.peek(url) !== before) return
    const made = await this.#made(before, before.given).catch(() => undefined)
    if (made !== undefined && this.#held.peek(url) === before) this.#replace(url, made.held)
  }

  #replace(url: string, held: Held): void {
    this.#held.set(url, held)
    this.#ahead.follow(url, held)
  }

  /** What is sent in the place of an answer of before; undefined where it would not be given again. */
  async #made(before: Held, { actor, acceptEncoding }: Given): Promise<Sending | undefined> {
    const made = await before.again(actor)
    const { encoded, ground } = made
    const standing = ground?.standing(actor.caller)
    if (ground === undefined || standing === undefined || encoded.until <= made.from) return undefined
    const form = await this.#options.forms.of(encoded.bytes, acceptEncoding)
    return { held: { ...before, ...made, ground, given: undefined }, standing, form }
  }

  #send(
    response: ServerResponse,
    { asked, given, startedAt }: Plain,
    { held, standing, form }: Sending,
  ): void {
    const { requestId, address } = given.actor
    const last = !this.#options.lifecycle.ready
    const hsts = strictTransport(response.req.socket, asked.host)
    const { etag } = held.encoded
    const status = notModified(asked.ifNoneMatch, etag) ? 304 : 200
    const fields =
      `X-Request-Id: ${requestId}\r\nX-Cache: ${standing.use}\r\nX-Cache-Age-Ms: ${Math.round(standing.ageMs)}\r\n` +
      (hsts === undefined ? '' : `Strict-Transport-Security: ${hsts}\r\n`) +
      `ETag: ${etag}\r\n${held.fields[status]}` +
      (status === 200 && form.coding !== undefined ? `Content-Encoding: ${form.coding}\r\n` : '') +
      this.#headEnd.at(given.now, last)
    if (last) endsConnection(response)
    if (status === 304) send304(response, fields)
    else send200(response, fields, form.bytes)
    const { metrics, accessLog } = this.#options
    const answered = (complete: boolean): void => {
      const milliseconds = performance.now() - startedAt
      const series = (held.series[status] ??= metrics.requests('GET', held.route, status))
      series.add(milliseconds / 1000)
      accessLog.answered(held.subject, { requestId, status, complete, milliseconds, peer: address })
    }
    // What the system has taken whole is answered; to wait for the event that says so would cost more than the answer.
    if (response.socket?.writableLength === 0) answered(true)
    else if (response.destroyed) answered(false)
    else response.on('close', () => answered(response.writableFinished))
  }
}
