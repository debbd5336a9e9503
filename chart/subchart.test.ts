import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { CHART, render } from './helm.ts'
import { needsHelm, parseObjects, serverPod, type KubeObject } from './rendering.ts'

describe('chart, as a subchart', function () {
  this.timeout(60_000)
  let parent = ''

  before(function () {
    return needsHelm(this)
  })

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'parent-'))
    const inner = join(parent, 'charts', 'cluster-inspector')
    await cp(CHART, inner, { recursive: true, filter: (path) => !/\.ts$|\/(ci|failing)$/.test(path) })
    const dependency = {
      name: 'cluster-inspector',
      version: '>=0.0.0-0',
      condition: 'cluster-inspector.enabled',
    }
    const chart = { apiVersion: 'v2', name: 'parent', version: '1.0.0', dependencies: [dependency] }
    await writeFile(join(parent, 'Chart.yaml'), stringify(chart))
  })

  after(async () => {
    if (parent !== '') await rm(parent, { recursive: true, force: true })
  })

  async function rendered(values: object): Promise<KubeObject[]> {
    const file = join(parent, 'values.yaml')
    await writeFile(file, stringify(values))
    return parseObjects(await render('parent', parent))
  }

  it("takes the parent's global values, known and unknown", async () => {
    const objects = await rendered({
      global: {
        imageRegistry: 'mirror.example.com',
        imagePullSecrets: [{ name: 'shared' }],
        region: { name: 'north' },
      },
      'cluster-inspector': { enabled: true, image: { tag: '1.2.3' } },
    })
    const pod = serverPod(objects)
    expect(pod.containers[0]?.image).to.equal('mirror.example.com/cluster-inspector:1.2.3')
    expect(pod.imagePullSecrets).to.deep.equal([{ name: 'shared' }])
  })

  it('renders nothing if its condition is false', async () => {
    expect(await rendered({ 'cluster-inspector': { enabled: false } })).to.deep.equal([])
  })
})
