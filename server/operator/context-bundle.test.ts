import { expect } from 'chai'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BundleError, BundleFile, type Bundle } from './context-bundle.ts'

describe('the bundle of contexts', () => {
  let folder: string
  let path: string
  let file: BundleFile
  const declared = { cluster: 'c', user: 'u', namespace: 'default', source: 'ClusterContext ci/second' }
  const second = { name: 'second', server: 'https://second:6443', declared, token: 'very-secret' }
  const bundle: Bundle = { default: 'second', contexts: [second] }
  const wrong = (content: unknown): string => {
    try {
      file.parse(typeof content === 'string' ? content : JSON.stringify(content))
    } catch (error) {
      expect(error).to.be.instanceOf(BundleError)
      return (error as BundleError).message
    }
    return ''
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bundle-'))
    path = join(folder, 'contexts.json')
    file = new BundleFile(path)
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('reads as it was written, and nothing is left beside it', async () => {
    expect(await file.text()).to.equal(undefined)
    await file.write({ contexts: [] })
    await file.write(bundle)
    expect(file.parse((await file.text()) ?? '')).to.deep.equal(bundle)
    expect(await readdir(folder)).to.deep.equal(['contexts.json'])
  })

  it('rejects a malformed file, without a word of its content', () => {
    expect(wrong('{"contexts": [very-secret')).to.equal('the contexts file is not valid JSON')
    expect(wrong({ contexts: [second, second] })).to.equal('the contexts file has context "second" twice')
    for (const changed of [
      { ...second, exec: { command: 'sh' } },
      { ...second, server: 'file:///etc/passwd' },
      { ...second, cert: 'x' },
      { ...second, name: '' },
      { ...second, insecure: false },
    ])
      expect(wrong({ contexts: [changed] })).to.match(/^the contexts file is invalid at \/contexts\/0/)
    expect(wrong({ contexts: [{ ...second, token: '' }] })).to.not.include('very-secret')
  })

  it('cannot be read where it is no file', async () => {
    await writeFile(join(folder, 'file'), '')
    const failed: unknown = await new BundleFile(folder).text().catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(BundleError)
  })
})
