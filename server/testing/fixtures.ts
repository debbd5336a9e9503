import type { Context, RootHookObject } from 'mocha'
import { errorMessage } from '../core/errors.ts'

/** Time limit for closing one fixture. */
const CLOSE_MS = 10_000

interface Fixture {
  name: string
  close: () => unknown
}

/**
 * The open fixtures of a run, closed whether tests pass or fail: those of a test or its `beforeEach` after that test, those
 * of a `before` hook when the first test of another file begins or the run ends. The last one opened is closed first.
 * Closing a fixture twice must be harmless.
 */
export class Fixtures {
  readonly #closeMs: number
  #opened: Fixture[] = []
  #ofFile: Fixture[] = []
  #file: string | undefined
  #ofTest: Fixture[] | undefined
  readonly #failures: string[] = []

  constructor(closeMs = CLOSE_MS) {
    this.#closeMs = closeMs
  }

  add(name: string, close: () => unknown): void {
    const scope = this.#ofTest ?? this.#opened
    scope.push({ name, close })
  }

  async beginTest(file: string | undefined): Promise<void> {
    if (file !== this.#file) await this.#closeAll(this.#ofFile)
    this.#file = file
    this.#ofFile.push(...this.#opened.splice(0))
    this.#ofTest = []
  }

  async endTest(): Promise<void> {
    const opened = this.#ofTest ?? []
    this.#ofTest = undefined
    await this.#closeAll(opened)
  }

  /** Closes what is left; throws where any fixture of the run could not be closed. */
  async endRun(): Promise<void> {
    await this.#closeAll([...this.#ofFile.splice(0), ...this.#opened.splice(0)])
    if (this.#failures.length > 0) throw new Error(`fixtures not closed: ${this.#failures.join('; ')}`)
  }

  /** Never rejects: a hook that fails would end the run. */
  async #closeAll(fixtures: Fixture[]): Promise<void> {
    for (const { name, close } of fixtures.splice(0).toReversed())
      try {
        await this.#withinLimit(close)
      } catch (error) {
        this.#failures.push(`${name}: ${errorMessage(error)}`)
      }
  }

  async #withinLimit(close: () => unknown): Promise<void> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new Error(`still open after ${this.#closeMs} ms`)),
      this.#closeMs,
    )
    try {
      await Promise.race([close(), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

const fixtures = new Fixtures()

/** Registers a fixture to be closed after the test that opened it, or after the file whose `before` hook opened it. */
export function closeAfterwards(name: string, close: () => unknown): void {
  fixtures.add(name, close)
}

/** Root hooks that close fixtures, for a mocha that is started by code. */
export const fixtureHooks: RootHookObject = {
  async beforeEach(this: Context) {
    await fixtures.beginTest(this.currentTest?.file)
  },
  afterEach: () => fixtures.endTest(),
  afterAll: () => fixtures.endRun(),
}

// A test file imports this while mocha loads it, outside every describe: these are root hooks, with any configuration.
if ('beforeEach' in globalThis) {
  beforeEach(async function () {
    await fixtures.beginTest(this.currentTest?.file)
  })
  afterEach(() => fixtures.endTest())
  after(() => fixtures.endRun())
}
