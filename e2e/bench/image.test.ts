import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { imageSettingsOf } from './image.ts'

const file = `
FROM node AS build
ENV LOST=1
FROM node
ENV NODE_ENV=production \\
    MALLOC_ARENA_MAX=2 \\
    QUOTED="a b" \\
    CLUSTER_INSPECTOR_HOST=*
ENTRYPOINT ["node", "--max-semi-space-size=4", "/app/dist/main.js"]
CMD ["serve"]
`

describe('imageSettingsOf', () => {
  it('reads the settings of Node from the Dockerfile', () => {
    expect(imageSettingsOf(file)).to.deep.equal({
      flags: ['--max-semi-space-size=4'],
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', QUOTED: 'a b' },
    })
    expect(imageSettingsOf('\nFROM node\nCMD ["node", "main.js"]')).to.deep.equal({ flags: [], env: {} })
  })

  it('sets NODE_ENV to production in this repository', () => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'server', 'Dockerfile'), 'utf8')
    expect(imageSettingsOf(text).env).to.include({ NODE_ENV: 'production' })
  })
})
