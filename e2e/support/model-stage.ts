import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import {
  troubleshootDone,
  troubleshootResponse,
  type ExplainedTroubleshooting,
} from '../../server/features/ai/schema.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster, type DemoCluster } from './demo-cluster.ts'
import { openFolder } from './folder.ts'
import { call } from './http.ts'
import { ModelServer, type ModelScript, type WireForm } from './model-server.ts'
import { serveCluster, type ServeOptions } from './serve.ts'

/** Key of the model server. */
export const MODEL_KEY = 'sk-canary-of-the-model-server'

/** A Deployment of the demo cluster that fails. */
export const BROKEN = { kind: 'Deployment', name: 'payments', namespace: 'payments' }

/** A Deployment of the demo cluster that is healthy. */
export const WELL = { kind: 'Deployment', name: 'storefront', namespace: 'shop' }

/** A service with a model, on the demo cluster. */
export class ModelStage {
  readonly model: ModelServer
  readonly demo: DemoCluster
  readonly service: RunningServer
  readonly keyFile: string
  readonly base: string

  private constructor(parts: Pick<ModelStage, 'model' | 'demo' | 'service' | 'keyFile'>) {
    this.model = parts.model
    this.demo = parts.demo
    this.service = parts.service
    this.keyFile = parts.keyFile
    this.base = `http://127.0.0.1:${parts.service.port}`
  }

  static async open(
    form: WireForm,
    script: ModelScript | ModelServer['script'],
    options: ServeOptions = {},
  ): Promise<ModelStage> {
    const model = await ModelServer.open(form, typeof script === 'function' ? script : () => script)
    const keyFile = join(openFolder('model-key'), 'key')
    writeFileSync(keyFile, `${MODEL_KEY}\n`)
    const demo = await openDemoCluster()
    const settings = {
      aiProvider: form,
      aiBaseUrl: model.url,
      aiModel: 'test-model',
      aiKeyFile: keyFile,
      ...options.settings,
    }
    const service = await serveCluster(demo.url, demo.token, { ...options, settings })
    return new ModelStage({ model, demo, service, keyFile })
  }

  async troubleshoot(body: object = {}): Promise<ExplainedTroubleshooting> {
    return troubleshoot(this.base, { resource: BROKEN, ...body })
  }

  /** Returns the events of an answer, each with its name and its data. */
  async events(body: object = {}): Promise<readonly (readonly [string, Record<string, unknown>])[]> {
    const accept = { accept: 'text/event-stream' }
    const { text } = await call(
      this.base,
      'POST',
      '/api/ai/troubleshoot',
      { resource: BROKEN, ...body },
      accept,
    )
    const events = parseEvents(text)
    for (const [name, data] of events) {
      if (name === 'finding') expectSchema(troubleshootResponse.properties.findings.items, data)
      if (name === 'done') expectSchema(troubleshootDone, data)
    }
    return events
  }
}

/** Returns the answer of a service about an object; fails unless it is 200 and matches its schema. */
export async function troubleshoot(base: string, body: object): Promise<ExplainedTroubleshooting> {
  const { status, json, text } = await call(base, 'POST', '/api/ai/troubleshoot', body)
  expect(status, text.slice(0, 300)).to.equal(200)
  expectSchema(troubleshootResponse, json)
  return json as ExplainedTroubleshooting
}

/** Fails unless a value matches a schema: the service validates no response of a negotiated route. */
function expectSchema(schema: object, value: unknown): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  expect(ajv.validate(schema, value), ajv.errorsText()).to.equal(true)
}

function parseEvents(text: string): readonly (readonly [string, Record<string, unknown>])[] {
  return [...text.matchAll(/^event: (\S+)\ndata: (.+)$/gm)].map(([, name = '', data = '{}']) => [
    name,
    JSON.parse(data) as Record<string, unknown>,
  ])
}
