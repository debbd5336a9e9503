import { expect } from 'chai'
import { kinds } from '../../../server/kinds/register.ts'
import { fixtures } from '../../kinds/register.ts'
import { openDemoCluster } from '../../support/demo-cluster.ts'
import type { KnownObjects } from '../../support/hostile/cases.ts'
import { HostileCluster } from '../../support/hostile/hostile-cluster.ts'
import { ServiceProcess, type Usage } from '../../support/hostile/service-process.ts'
import { HEALTHY, HOSTILE, Trial } from '../../support/hostile/trial.ts'
import { Kube, pathTo, type KubeObject } from '../../support/kube.ts'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'

/** `make faults` asks for 100,000, CI for 3,000. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 3000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const CASES_PER_PHASE = 1000
/** Pace of the service's clock. */
const FACTOR = 20
/** Limits of the growth between the first and the last quarter of a run, and of the resident memory. */
const [MAX_GROWTH_MIB, MAX_FILES, MAX_RESIDENT_MIB] = [32, 48, 384]

describe('an API server that lies', () => {
  it(`neither ends the process nor changes an answer of another context, in ${CASES} cases`, async function () {
    this.timeout(1_800_000)
    const demo = await openDemoCluster({ controllers: false })
    const hostile = await HostileCluster.open(demo, SEED)
    closeAfterwards('a hostile cluster', () => hostile.close())
    const service = await ServiceProcess.start({
      url: demo.url,
      token: demo.token,
      contexts: { [HOSTILE]: { url: hostile.url, token: 'hostile' } },
      settings: { requestTimeout: '3s' },
      factor: FACTOR,
      now: Date.now(),
    })
    await service.calm(HEALTHY)
    const objects = await objectsOf(new Kube({ url: demo.url, token: demo.token }))
    const trial = new Trial({ seed: SEED, demo, hostile, service, objects })
    for (let done = 0; done < CASES; done += CASES_PER_PHASE) {
      await trial.changeCluster()
      await trial.endureLies(Math.min(CASES_PER_PHASE, CASES - done))
      await trial.expectTruth()
      const { violations } = trial
      if (violations.length > 0)
        throw new Error(
          `seed ${SEED}, after ${done} cases, ${violations.length}: ${violations.slice(0, 20).join('\n')}`,
        )
    }
    expect(service.logged('uncaught error')).to.deep.equal([])
    expect(
      await trial.backgroundFailures(),
      service.logged('background task failed').join('\n'),
    ).to.deep.equal({})
    expect(hostile.lies).to.be.above(CASES / 4)
    expect(trial.compared['hit']).to.be.above(0)
    expectFlat(trial.usages)
  })
})

/** Fails if the last quarter of a run takes more memory or files than the first. */
function expectFlat(usages: readonly Usage[]): void {
  const quarter = Math.ceil(usages.length / 4)
  const least = (of: readonly Usage[], key: keyof Usage) => Math.min(...of.map((one) => one[key]))
  const [first, last] = [usages.slice(0, quarter), usages.slice(-quarter)]
  expect(least(last, 'mebibytes') - least(first, 'mebibytes'), 'growth in MiB').to.be.below(MAX_GROWTH_MIB)
  expect(least(last, 'files') - least(first, 'files'), 'further open files').to.be.below(MAX_FILES)
  expect(Math.max(...usages.map(({ resident }) => resident)), 'resident MiB').to.be.below(MAX_RESIDENT_MIB)
}

async function objectsOf(kube: Kube): Promise<KnownObjects> {
  const found = new Map<string, { name: string; namespace?: string }[]>()
  for (const { path, plural, declaration } of kinds) {
    if (declaration.list === false) continue
    const { items } = await kube.get<{ items: KubeObject[] }>(pathTo(fixtures[plural], undefined))
    found.set(
      path,
      items.slice(0, 5).map(({ metadata: { name, namespace } }) => ({
        name,
        ...(namespace === undefined ? {} : { namespace }),
      })),
    )
  }
  return found
}
