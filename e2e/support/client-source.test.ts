import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { clientSource } from './client-source.ts'

describe('the generated client in e2e/client/generated.ts', () => {
  it('is what the generator makes of the OpenAPI document; run `make generate` if it is not', async () => {
    const committed = await readFile(new URL('../client/generated.ts', import.meta.url), 'utf8')
    expect((await clientSource()) === committed).to.equal(true)
  })
})
