import { expect } from 'chai'
import { reportFailures } from '../../core/background.ts'
import { recoverNarrative } from './recover-narrative.ts'

describe('recoverNarrative', () => {
  const failing = async () => {
    throw new Error('no such library')
  }

  afterEach(() => reportFailures(undefined))

  it('reports a failure, and makes it part of the result', async () => {
    const reported: string[] = []
    reportFailures((work, error) => reported.push(`${work}: ${String(error)}`))
    const { finish, error } = await recoverNarrative(new AbortController().signal, failing)
    expect([finish, error?.code]).to.deep.equal(['failed', 'unavailable'])
    expect(error?.message).not.to.include('no such library')
    expect(reported).to.deep.equal(['a narrative: Error: no such library'])
  })

  it('rejects if the caller has left', async () => {
    const error: unknown = await recoverNarrative(AbortSignal.abort(), failing).catch(
      (reason: unknown) => reason,
    )
    expect(error).to.have.property('message', 'no such library')
  })
})
