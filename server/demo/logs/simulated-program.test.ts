import { expect } from 'chai'
import { type ContainerRun, firstLine, formatLine, writtenBy } from './lines.ts'
import { type Program, ending, shellProgram, steady } from './simulated-program.ts'

function lines(program: Program | undefined, elapsed: number): string[] {
  if (program === undefined) throw new Error('no program')
  return Array.from({ length: program.written(elapsed) }, (_, index) => program.line(index).text)
}

describe('demo container programs', () => {
  it('echo and sleep, then the end', () => {
    const program = shellProgram("echo one; sleep 2; echo 'two words'; exit 3")
    expect(lines(program, 0)).to.deep.equal(['one'])
    expect(lines(program, 1999)).to.deep.equal(['one'])
    expect(lines(program, 2000)).to.deep.equal(['one', 'two words'])
    expect(program?.exit).to.deep.equal({ at: 2000, code: 3 })
  })

  it('an endless loop after a beginning', () => {
    const program = shellProgram('echo start; while true; do echo a; sleep 1; echo b; sleep 1; done')
    expect(lines(program, 0)).to.deep.equal(['start', 'a'])
    expect(lines(program, 3500)).to.deep.equal(['start', 'a', 'b', 'a', 'b'])
    expect(program?.line(4).at).to.equal(3000)
    expect(program?.exit).to.equal(undefined)
  })

  it('sleep infinity never ends', () => {
    expect(shellProgram('sleep infinity')?.exit?.at).to.equal(Infinity)
  })

  for (const script of ['echo $HOME', 'ls', 'echo a | cat', 'echo a && echo b', 'sleep soon']) {
    it(`does not pretend to know: ${script}`, () => {
      expect(shellProgram(script)).to.equal(undefined)
    })
  }
})

describe('demo container logs', () => {
  const second = 1000
  const start = Date.UTC(2026, 0, 1)
  const running: ContainerRun = {
    program: steady(second, (index) => `line ${index}`),
    startedAt: start,
    finishedAt: undefined,
  }

  it('hold what was written by now', () => {
    expect(writtenBy(running, start + 10 * second)).to.equal(11)
    expect(writtenBy({ ...running, finishedAt: start + 2 * second }, start + 10 * second)).to.equal(3)
  })

  it('returns complete logs of a container that ended by itself, though its times have whole seconds', () => {
    const program = ending(['a', 'b', 'c'], 100, 0)
    expect(writtenBy({ program, startedAt: start, finishedAt: start }, start + 1)).to.equal(3)
  })

  it('begin where tail and since say', () => {
    const now = start + 10 * second
    expect(firstLine(running, { tailLines: undefined, since: undefined }, now)).to.equal(0)
    expect(firstLine(running, { tailLines: 3, since: undefined }, now)).to.equal(8)
    expect(firstLine(running, { tailLines: 0, since: undefined }, now)).to.equal(11)
    expect(firstLine(running, { tailLines: undefined, since: now - 2 * second }, now)).to.equal(8)
    expect(firstLine(running, { tailLines: 1, since: now - 2 * second }, now)).to.equal(10)
    expect(firstLine(running, { tailLines: undefined, since: now + 1 }, now)).to.equal(11)
  })

  it('keep as much as a rotated file', () => {
    expect(firstLine(running, { tailLines: undefined, since: undefined }, start + 20_000 * second)).to.equal(
      10_001,
    )
  })

  it('tell times with nanoseconds', () => {
    expect(formatLine(running, { at: 1500, text: 'x' }, true)).to.equal('2026-01-01T00:00:01.500000000Z x\n')
  })
})
