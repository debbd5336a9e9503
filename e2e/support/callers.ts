import { expect } from 'chai'
import type { DemoCluster } from './demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster } from './demo-cluster.ts'
import { call, type Answer } from './http.ts'
import { serveWarm, type ServeOptions } from './serve.ts'

/** The audience of the bearer tokens that the service accepts. */
export const AUDIENCE = 'cluster-inspector'
/** The verbs needed to read and watch. */
export const READ = ['get', 'list', 'watch']

interface ListedPod {
  name: string
  namespace: string
  status: string
  containers: { name: string }[]
}

/** A service with caller authorization (`authorization: caller`) in front of a demo cluster of its own. */
export class CallersStage {
  readonly demo: DemoCluster
  #service: RunningServer | undefined
  readonly #settings = { tokenAudiences: [AUDIENCE], authorization: 'caller' }

  private constructor(demo: DemoCluster) {
    this.demo = demo
  }

  static async open(): Promise<CallersStage> {
    return new CallersStage(await openDemoCluster({ controllers: false }))
  }

  /** Starts the service; stops a previous one first. */
  async serve(options: ServeOptions = {}, token = this.demo.token): Promise<void> {
    await this.#service?.stop()
    const settings = { ...this.#settings, ...options.settings }
    this.#service = await serveWarm(this.demo.url, token, { ...options, settings })
  }

  get base(): string {
    return `http://127.0.0.1:${this.#service?.port}`
  }

  /** Returns the Authorization header of a user known to the cluster. */
  bearer(username: string): Record<string, string> {
    return { authorization: `Bearer ${this.demo.addToken({ username }, [AUDIENCE])}` }
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return call(this.base, 'GET', path, undefined, headers)
  }

  /** Returns the Pods of a namespace; expects the request to succeed. */
  async podsOf(namespace: string, headers: Record<string, string>): Promise<ListedPod[]> {
    const { status, json, text } = await this.get(`/api/pods?namespace=${namespace}`, headers)
    expect(status, text.slice(0, 300)).to.equal(200)
    return json['pods'] as ListedPod[]
  }
}
