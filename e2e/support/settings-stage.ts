import { expect } from 'chai'
import type { RunningServer } from '../../server/app/server.ts'
import { AUDIENCE } from './callers.ts'
import { openDemoCluster, type DemoCluster } from './demo-cluster.ts'
import { call, type Answer } from './http.ts'
import { serveCluster } from './serve.ts'

export type Headers = Record<string, string>

/** A service whose callers have settings, in front of a demo cluster. */
export class SettingsStage {
  readonly #demo: DemoCluster
  readonly #service: RunningServer
  #callers = 0

  private constructor(demo: DemoCluster, service: RunningServer) {
    this.#demo = demo
    this.#service = service
  }

  static async open(settings: Readonly<Record<string, unknown>> = {}): Promise<SettingsStage> {
    const demo = await openDemoCluster({ controllers: false })
    const options = { settings: { tokenAudiences: [AUDIENCE], ...settings } }
    return new SettingsStage(demo, await serveCluster(demo.url, demo.token, options))
  }

  /** Returns the headers of a caller without settings so far. */
  caller(): Headers {
    const username = `caller-${++this.#callers}`
    return { authorization: `Bearer ${this.#demo.addToken({ username }, [AUDIENCE])}` }
  }

  /** Sends a request to a path below /api/settings. */
  async ask(method: string, path: string, headers: Headers, body?: unknown): Promise<Answer> {
    return call(`http://127.0.0.1:${this.#service.port}`, method, `/api/settings${path}`, body, headers)
  }

  /**
   * Expects a request to be refused for a reason that is named, and the response to a GET of the path to be the same
   * afterwards.
   */
  async refuses(
    path: string,
    headers: Headers,
    [status, text]: readonly [number, string | RegExp],
    attempt: () => Promise<Answer>,
  ): Promise<void> {
    const before = (await this.ask('GET', path, headers)).text
    const answer = await attempt()
    expect(answer.status, answer.text.slice(0, 500)).to.equal(status)
    expect(answer.json['error']).to.match(new RegExp(text))
    expect((await this.ask('GET', path, headers)).text).to.equal(before)
  }
}
