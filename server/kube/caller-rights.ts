import { Denied } from '../errors.ts'
import { printable } from '../grammar/printable.ts'
import { qualifiedResource, resourceOf } from './call.ts'
import { Gate, type Asked, type Review } from './gate.ts'
import type { Reachability } from './reachability.ts'
import type { CallersAsked } from './review.ts'
import type { Time } from './time.ts'
import type { Subject } from './token-review.ts'

const MAX_NAME = 256

/** What callers may do in one context, as its API server says of each of them. One review is under way per question. */
export class CallersRights {
  readonly #gate: Gate<CallersAsked>
  readonly #identities = new WeakMap<Subject, string>()

  constructor(review: Review<CallersAsked>, reachability: Reachability, time: Time) {
    const identity = ({ subject }: CallersAsked): string => this.#identityOf(subject)
    this.#gate = new Gate(review, reachability, time, identity)
  }

  of(subject: Subject): CallerRights {
    return new CallerRights(this.#gate, subject)
  }

  /** Asks anew whatever it is asked next. */
  forget(): void {
    this.#gate.forget()
  }

  /** Two tokens of one name may carry other groups: all that an authoriser is told of tells callers apart. */
  #identityOf(subject: Subject): string {
    const known = this.#identities.get(subject)
    if (known !== undefined) return known
    const { name, uid, groups, extra } = subject
    const identity = JSON.stringify([name, uid, groups, Object.entries(extra)])
    this.#identities.set(subject, identity)
    return identity
  }
}

/** What one caller may do in one context. */
export class CallerRights {
  readonly #gate: Gate<CallersAsked>
  readonly #subject: Subject

  constructor(gate: Gate<CallersAsked>, subject: Subject) {
    this.#gate = gate
    this.#subject = subject
  }

  /** Whether it is known to be allowed, without waiting: of all such objects, or of the one that is named. */
  allows(asked: Asked): boolean {
    const { name, ...any } = this.#asked(asked)
    const known = (of: CallersAsked): boolean => this.#gate.known(of)?.allowed === true
    return known(any) || (name !== undefined && known({ ...any, name }))
  }

  /**
   * Resolves where the caller may. Rejects with Denied, which names the caller, and with ClusterFailure where the cluster has
   * not said for too long.
   */
  async demand(asked: Asked): Promise<void> {
    const { name, ...any } = this.#asked(asked)
    if ((await this.#gate.check(any)).allowed) return
    if (name !== undefined && (await this.#gate.check({ ...any, name })).allowed) return
    throw denial(printable(this.#subject.name, MAX_NAME), asked)
  }

  #asked(asked: Asked): CallersAsked {
    return { ...asked, subject: this.#subject }
  }
}

/** In the words an API server has for it. Source: k8s.io/apiserver, errors of its authorization filter. */
function denial(user: string, asked: Asked): Denied {
  const { verb, kind, namespace, name } = asked
  const resource = resourceOf(asked)
  const subject = qualifiedResource({ kind }) + (name === undefined ? '' : ` "${name}"`)
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const message = `${subject} is forbidden: User "${user}" cannot ${verb} resource "${resource}" in API group "${kind.apiGroup}" ${where}`
  const missing = {
    verb,
    apiGroup: kind.apiGroup,
    resource,
    ...(namespace === undefined ? {} : { namespace }),
  }
  return new Denied(message, [missing], hint(user, asked))
}

function hint(user: string, asked: Asked): string {
  const where = asked.namespace === undefined ? 'in a ClusterRole' : `in namespace "${asked.namespace}"`
  return `the caller lacks this right, not the service: grant ${asked.verb} ${resourceOf(asked)} ${where} to "${user}" or one of its groups`
}
