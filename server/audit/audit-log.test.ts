import { expect } from 'chai'
import { reportFailures } from '../core/background.ts'
import { tick } from '../testing/tick.ts'
import { AuditLog } from './audit-log.ts'

describe('the audit log', () => {
  it('writes the next line after one that could not be made', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    const lines: string[] = []
    const quiet = (): void => undefined
    let broken = true
    const trail = new AuditLog({
      key: Buffer.from('key'),
      sink: { write: async (line) => void lines.push(line), close: async () => undefined },
      copy: undefined,
      previous: '',
      required: false,
      log: { error: quiet, warn: quiet, info: quiet, debug: quiet },
      clock: () => {
        if (broken) throw new Error('no clock')
        return 0
      },
    })
    const actor = { requestId: 'r', caller: undefined, address: '' }
    trail.recordSignIn(actor, 'sign-in', 'first')
    await tick(3)
    broken = false
    trail.recordSignIn(actor, 'sign-in', 'second')
    await tick(3)
    expect(lines.join()).to.include('second').and.to.not.include('first')
    expect(reported).to.deep.equal(['writing an audit record'])
    reportFailures(undefined)
  })
})
