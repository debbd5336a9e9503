import { expect } from 'chai'
import { CallersStage, READ } from '../../support/callers.ts'
import { grantOn } from '../../support/grants.ts'

describe('one cache for callers with different rights [S2]', () => {
  let stage: CallersStage

  beforeEach(async () => {
    stage = await CallersStage.open()
  })

  it('two callers of two namespaces, 10,000 times in turn over one cache: neither sees the other’s', async () => {
    await stage.serve()
    const callers = ['shop', 'payments'].map((namespace) => {
      grantOn(stage.demo, namespace, { verbs: READ, resources: ['pods'] }, namespace)
      return { namespace, headers: stage.bearer(namespace) }
    })
    const names = new Map<string, string>()
    for (const { namespace, headers } of callers)
      names.set(namespace, (await stage.podsOf(namespace, headers))[0]?.name ?? '')
    const wrong: string[] = []
    let hits = 0
    const ask = async (n: number): Promise<void> => {
      const caller = callers[n % 2]
      const namespace = [...names.keys()][(n >> 1) % 2] ?? ''
      const paths = [
        `/api/pods?namespace=${namespace}`,
        `/api/pods/${names.get(namespace)}?namespace=${namespace}`,
        '/api/pods',
      ]
      const path = paths[(n >> 2) % 3] ?? ''
      const answer = await stage.get(path, caller?.headers)
      const allowed = caller?.namespace === namespace && path !== '/api/pods'
      if (answer.headers.get('x-cache') === 'hit') hits++
      const right = allowed
        ? answer.status === 200 && answer.text.includes(`"namespace":"${namespace}"`)
        : answer.status === 403 && String(answer.json['error']).includes(`"${caller?.namespace}"`)
      if (!right) wrong.push(`${caller?.namespace} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    const LANES = 8
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        for (let n = lane; n < 10_000; n += LANES) await ask(n)
      }),
    )
    expect(wrong.slice(0, 5)).to.deep.equal([])
    expect(hits, 'answered from the same memory').to.be.above(3000)
  }).timeout(120_000)
})
