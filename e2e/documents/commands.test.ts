import { expect } from 'chai'
import { openFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { freshClone } from './clone.ts'
import { outputPattern, runSteps, stepsOf } from './commands.ts'
import { commandDocuments, expectOutputs } from './documents.ts'
import { fences } from './markdown.ts'

describe('commands in documents', function () {
  this.timeout(120_000)
  const documents = commandDocuments('anywhere')

  it('exist in the documents of a user without a cluster', () => {
    expect(documents.map(({ path }) => path)).to.include.members(['README.md', 'server/audit/README.md'])
  })

  for (const document of documents)
    it(`succeed in a fresh clone, with the output shown: ${document.path}`, async () => {
      const folder = freshClone()
      const ports = { port: await freePort(), metricsPort: await freePort() }
      expectOutputs(document, await runSteps(document.steps, { folder, ...ports }), folder)
    })
})

describe('commands.ts', () => {
  it('reads the blocks that need no cluster, with their output', () => {
    const text = ['```sh serve', 'a', '```', '```json output', '{}', '```', '```sh cluster', 'b', '```'].join(
      '\n',
    )
    expect(stepsOf(fences(text), 'anywhere')).to.deep.equal([
      { code: 'a', serves: true, streams: false, inPod: false, output: '{}', line: 1 },
    ])
  })

  it('reads the blocks that need a cluster, with their output', () => {
    const text = ['```sh', 'a', '```', '```sh cluster serve', 'b', '```', '```sh in-pod', 'c', '```'].join(
      '\n',
    )
    expect(stepsOf(fences(text), 'cluster')).to.deep.equal([
      { code: 'b', serves: true, streams: false, inPod: false, output: undefined, line: 4 },
      { code: 'c', serves: false, streams: false, inPod: true, output: undefined, line: 7 },
    ])
  })

  it('replaces commands, and runs another after each block', async () => {
    const step = { serves: false, streams: false, inPod: false, output: undefined, line: 1 }
    const outputs = await runSteps([{ ...step, code: 'echo 8080 $NAME' }], {
      folder: openFolder('blocks'),
      port: 1,
      metricsPort: 2,
      env: { NAME: 'x' },
      replace: (code) => code.replace('1', 'port'),
      afterEach: 'echo after',
    })
    expect(outputs).to.deep.equal(['port x\nafter\n\n', ''])
  })

  it('runs blocks of a Pod by the shell of the Pod, as written', async () => {
    const code = 'echo "$1 8080"'
    const step = { code, serves: false, streams: false, inPod: true, output: undefined, line: 1 }
    const outputs = await runSteps([step], {
      folder: openFolder('blocks'),
      port: 1,
      metricsPort: 2,
      podShell: 'bash -s -- pod',
    })
    expect(outputs).to.deep.equal(['pod 8080\n\n', ''])
  })

  it('ends at the first block that fails', async () => {
    const step = { serves: false, streams: false, inPod: false, output: undefined, line: 1 }
    const steps = [
      { ...step, code: 'echo one' },
      { ...step, code: 'false' },
      { ...step, code: 'echo two' },
    ]
    const outputs = await runSteps(steps, { folder: openFolder('blocks'), port: 1, metricsPort: 2 })
    expect(outputs).to.deep.equal(['one\n\n', ''])
  })

  it('compares output, with … for any text', () => {
    expect('{"a":1,"b":2}\n').to.match(outputPattern('{"a":…,"b":2}'))
    expect('{"a":1,"b":3}\n').not.to.match(outputPattern('{"a":…,"b":2}'))
    expect('{"a":1,"b":2} more').not.to.match(outputPattern('{"a":1,"b":2}'))
    expect('{"a":1,"b":2} more').to.match(outputPattern('{"a":1…'))
  })
})
