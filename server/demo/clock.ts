/** A timer that can be cancelled. */
export interface Timer {
  cancel(): void
}

/** The clock and timers of the demo cluster. Timers are unreferenced and end with stop(). */
export class Clock {
  private readonly read: () => number
  private readonly running = new Set<NodeJS.Timeout>()
  private stopped = false

  constructor(read: () => number) {
    this.read = read
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.read()
  }

  after(milliseconds: number, run: () => void): Timer {
    if (this.stopped) return { cancel: () => undefined }
    const timer = setTimeout(() => {
      this.running.delete(timer)
      run()
    }, milliseconds)
    timer.unref()
    this.running.add(timer)
    return {
      cancel: () => {
        clearTimeout(timer)
        this.running.delete(timer)
      },
    }
  }

  every(milliseconds: number, run: () => void): Timer {
    let timer: Timer = { cancel: () => undefined }
    const tick = (): void => {
      run()
      timer = this.after(milliseconds, tick)
    }
    timer = this.after(milliseconds, tick)
    return { cancel: () => timer.cancel() }
  }

  stop(): void {
    this.stopped = true
    for (const timer of this.running) clearTimeout(timer)
    this.running.clear()
  }
}
