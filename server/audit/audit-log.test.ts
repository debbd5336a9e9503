import { expect } from 'chai'
import { reportFailures } from '../core/background.ts'
import { tick } from '../testing/tick.ts'
import { AuditLog } from './audit-log.ts'

const quiet = (): void => undefined
const actor = { requestId: 'r', caller: undefined, address: '' }
const write = {
  context: 'test',
  verb: 'patch',
  resource: 'deployments.apps',
  name: 'web',
  before: undefined,
} as const

describe('the audit log', () => {
  function open(clock = () => 0): { trail: AuditLog; lines: string[] } {
    const lines: string[] = []
    const trail = new AuditLog({
      key: Buffer.from('key'),
      sink: { write: async (line) => void lines.push(line), close: async () => undefined },
      copy: undefined,
      previous: '',
      required: false,
      log: { error: quiet, warn: quiet, info: quiet, debug: quiet },
      clock,
    })
    return { trail, lines }
  }

  it('writes the next line after one that could not be made', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    let broken = true
    const { trail, lines } = open(() => {
      if (broken) throw new Error('no clock')
      return 0
    })
    trail.recordSignIn(actor, 'sign-in', 'first')
    await tick(3)
    broken = false
    trail.recordSignIn(actor, 'sign-in', 'second')
    await tick(3)
    expect(lines.join()).to.include('second').and.to.not.include('first')
    expect(reported).to.deep.equal(['writing an audit record'])
    reportFailures(undefined)
  })

  it('gives each entry an id and each change a change id, also if callers choose one request id', async () => {
    const { trail } = open()
    for (let change = 0; change < 2; change++) {
      const done = await trail.recordWrite(actor)(write)
      await done({ after: '2' })
    }
    const entries = trail.recent()
    expect(entries.map(({ phase, requestId }) => [phase, requestId])).to.deep.equal([
      ['done', 'r'],
      ['requested', 'r'],
      ['done', 'r'],
      ['requested', 'r'],
    ])
    expect(new Set(entries.map(({ id }) => id)).size).to.equal(4)
    const changes = entries.map(({ changeId }) => changeId)
    expect(new Set(changes).size).to.equal(2)
    expect([changes[0], changes[2]]).to.deep.equal([changes[1], changes[3]])
  })
})
