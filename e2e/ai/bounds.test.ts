import { expect } from 'chai'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { promptTexts } from '../support/model-server.ts'
import { BROKEN, ModelStage } from '../support/model-stage.ts'

const MIB = 1024 * 1024
const MAX_MS = 5000
const MAX_BYTES = 40 * MIB
/** Measurements of memory, of which the least counts: garbage that is not collected yet is part of each. */
const ATTEMPTS = 3
/** Two bytes are a token, as long as the model has not counted any. */
const MAX_PROMPT = 6000 * 2

/** Returns the greatest growth of memory, in bytes, while something runs. */
async function growthDuring(run: () => Promise<void>): Promise<number> {
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, used())), 20)
  try {
    await run()
  } finally {
    clearInterval(sampler)
  }
  return Math.max(peak, used()) - before
}

async function failingPod(stage: ModelStage): Promise<string> {
  const { json } = await call(stage.base, 'GET', '/api/pods?namespace=payments')
  const pods = json['pods'] as { name: string }[]
  const pod = pods.find(({ name }) => name.startsWith('payments-'))
  if (pod === undefined) throw new Error('the demo cluster has no Pod of payments')
  return pod.name
}

function promptOf(stage: ModelStage): string {
  const { system, user } = promptTexts(stage.model.requests[0])
  return system + user
}

function applyEvents(demo: DemoCluster, pod: string, count: number): void {
  for (let at = 0; at < count; at++)
    demo.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `bulk-${at}`, namespace: 'payments' },
      involvedObject: { kind: 'Pod', name: pod, namespace: 'payments' },
      type: 'Warning',
      reason: 'Failed',
      message: `attempt ${at} failed ${'for long '.repeat(20)}`,
      lastTimestamp: new Date().toISOString(),
    })
}

describe('AI helpers with more facts than fit', () => {
  let stage: ModelStage
  beforeEach(async () => {
    stage = await ModelStage.open('openai-compatible', { words: ['It fails [e1].'] })
  })

  it('answers within bounds of time, memory and prompt for a gigabyte of log', async () => {
    const chunk = Buffer.from(`${'INFO served request of a customer in time '.repeat(1560)}\n`)
    stage.demo.faults.logSource({
      when: ({ namespace }) => namespace === 'payments',
      *bytes() {
        for (let at = 0; at < 1024 * 16; at++) yield chunk
      },
    })
    // The libraries of the model are loaded with the first call.
    await stage.troubleshoot({ question: 'why?' })
    stage.model.requests.length = 0
    let least = Infinity
    for (let attempt = 0; attempt < ATTEMPTS && least >= MAX_BYTES; attempt++) {
      const startedAt = performance.now()
      const growth = await growthDuring(async () => {
        const { narrative } = await stage.troubleshoot({ includeLogs: true })
        expect(narrative).to.equal('It fails [e1].')
      })
      expect(performance.now() - startedAt).to.be.below(MAX_MS)
      least = Math.min(least, growth)
    }
    expect(least).to.be.below(MAX_BYTES)
    expect(Buffer.byteLength(promptOf(stage))).to.be.at.most(MAX_PROMPT)
  })

  it('answers within bounds of time and prompt for 10,000 Events', async () => {
    applyEvents(stage.demo, await failingPod(stage), 10_000)
    const startedAt = performance.now()
    await stage.troubleshoot()
    expect(performance.now() - startedAt).to.be.below(MAX_MS)
    expect(Buffer.byteLength(promptOf(stage))).to.be.at.most(MAX_PROMPT)
  })

  it('answers within bounds of time and prompt for an object of 5 MiB, and sends none of its annotations', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'huge',
        namespace: 'payments',
        annotations: { note: `canary-annotation ${'x'.repeat(5 * MIB)}` },
      },
      spec: {
        nodeName: 'gone',
        containers: [
          {
            name: 'app',
            image: 'registry.shop.example/app:1',
            env: [{ name: 'A', value: 'canary-literal' }],
          },
        ],
      },
      status: {
        phase: 'Failed',
        reason: 'Evicted',
        message: `The node was low on resource: memory. ${'word '.repeat(MIB / 5)}`,
      },
    }
    stage.demo.apply(pod)
    const startedAt = performance.now()
    const { findings } = await stage.troubleshoot({
      resource: { kind: 'Pod', name: 'huge', namespace: 'payments' },
    })
    expect(performance.now() - startedAt).to.be.below(MAX_MS)
    expect(findings.length).to.be.at.least(1)
    expect(Buffer.byteLength(promptOf(stage))).to.be.at.most(MAX_PROMPT)
    expect(promptOf(stage)).not.to.include('canary')
  })

  it('sends no credential of a log or an Event', async () => {
    const pod = await failingPod(stage)
    stage.demo.faults.logSource({
      when: ({ namespace }) => namespace === 'payments',
      bytes: () => [
        Buffer.from(
          [
            'ERROR login with password=canary1234567 failed',
            'ERROR dial postgres://shop:canary2/345@db:5432/shop',
            'ERROR {"clientSecret":"canary3456789","level":"fatal"}',
            '-----BEGIN PRIVATE KEY-----',
            'canary4567890',
            '-----END PRIVATE KEY-----',
          ].join('\n'),
        ),
      ],
    })
    stage.demo.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'leak', namespace: 'payments' },
      involvedObject: { kind: 'Pod', name: pod, namespace: 'payments' },
      type: 'Warning',
      reason: 'FailedMount',
      message: 'MountVolume.SetUp failed for volume "data": mount with --password canary5678901 failed',
      lastTimestamp: new Date().toISOString(),
    })
    const resource = { ...BROKEN, kind: 'Pod', name: pod }
    const answer = await stage.troubleshoot({
      resource,
      includeLogs: true,
      question: 'is token=canary6789 bad?',
    })
    expect(answer.narrative).to.equal('It fails [e1].')
    expect(promptOf(stage)).to.include('login with')
    expect(stage.model.sent).not.to.include('canary')
  })
})
