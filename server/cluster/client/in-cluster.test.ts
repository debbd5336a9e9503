import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceAccountCredentials } from './in-cluster.ts'

describe('the identity of a Pod [F8]', () => {
  let folder: string
  let now: number
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  const credentials = () => new ServiceAccountCredentials(folder, () => now)
  const bearer = async (from: ServiceAccountCredentials) => (await from.current()).headers['authorization']

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sa-'))
    now = 0
    write('token', 'first\n')
    write('ca.crt', 'CA 1\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('consists of the mounted token and CA', async () => {
    expect(await credentials().current()).to.deep.equal({
      headers: { authorization: 'Bearer first' },
      tls: { ca: 'CA 1' },
    })
  })

  it('reads its files again after a minute, not before', async () => {
    const held = credentials()
    await bearer(held)
    write('token', 'second')
    write('ca.crt', 'CA 2')
    now = 59_999
    expect(await bearer(held)).to.equal('Bearer first')
    now = 60_000
    expect(await held.current()).to.deep.equal({
      headers: { authorization: 'Bearer second' },
      tls: { ca: 'CA 2' },
    })
  })

  it('reads its files again at once after a 401, and tries again only if the token changed', async () => {
    const held = credentials()
    const first = await held.current()
    expect(await held.rejected(first)).to.equal(false)
    write('token', 'second')
    expect(await held.rejected(first)).to.equal(true)
    expect(await bearer(held)).to.equal('Bearer second')
    expect(await held.rejected(first), 'one whose neighbour has found it already').to.equal(true)
  })

  it('stays the last good one while a file is empty or gone', async () => {
    const held = credentials()
    await bearer(held)
    write('token', '')
    rmSync(join(folder, 'ca.crt'))
    now = 60_000
    expect(await held.current()).to.deep.equal({
      headers: { authorization: 'Bearer first' },
      tls: { ca: 'CA 1' },
    })
  })

  it('says where it looked when there never was one', async () => {
    rmSync(join(folder, 'token'))
    const refused = await credentials()
      .current()
      .then(() => '', String)
    expect(refused).to.include(`no ServiceAccount token in ${folder}`)
  })
})
