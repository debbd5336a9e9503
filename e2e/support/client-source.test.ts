import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { clientSource } from './client-source.ts'

describe('the generated client in e2e/client/generated.ts', () => {
  it('equals the output of the generator; run `make generate` if it does not', async () => {
    const committed = await readFile(new URL('../client/generated.ts', import.meta.url), 'utf8')
    expect((await clientSource()) === committed).to.equal(true)
  })
})
