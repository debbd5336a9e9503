import { ManualClock } from './manual-time.ts'

/** A service whose responses are set by the test, and the states of the view that follows one of them. */
export class FollowScene<State> {
  readonly states: State[] = []
  readonly rejected: number[] = []
  /** For each rejection: fires once the view has left its response. */
  readonly left: AbortSignal[] = []
  readonly clock = new ManualClock()
  readonly responses: (() => Response)[] = []
  /** The options that a followed log and the followed stream have in common. */
  readonly options = {
    after: (milliseconds: number, run: () => void) => this.clock.after(milliseconds, run),
    onState: (state: State) => {
      this.states.push(state)
    },
    onRejected: ({ status }: Response, left: AbortSignal) => {
      this.rejected.push(status)
      this.left.push(left)
    },
  }

  /** Returns the next response; throws once there is none. */
  respond(): Response {
    const next = this.responses.shift()
    if (next === undefined) throw new TypeError('the service does not respond')
    return next()
  }

  /** Runs the next timer, and returns its milliseconds. */
  elapse(): number {
    const [due = 0] = this.clock.due
    this.clock.turn(due)
    return due
  }
}
