import { expect } from 'chai'
import { pods } from '../../kinds/pods/kind.ts'
import { backingOff, podFields, rulesOf } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const RUNC =
  'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: '
const startError = (error: string) =>
  backingOff({
    exitCode: 128,
    reason: 'StartError',
    message: RUNC + error,
    startedAt: '1970-01-01T00:00:00Z',
  })
const findingsOf = (status: object, logs = {}) =>
  new RuleCluster({ logs })
    .add(pods, 'web-1', podFields({ containers: [{ status }] }))
    .findings(pods, 'web-1')

describe('rule command-cannot-run', () => {
  it('names the program that is not in the image, in place of the crash loop', () => {
    const error = 'exec: "/no/such/file": stat /no/such/file: no such file or directory: unknown'
    const [finding, ...others] = findingsOf(startError(error))
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'command-cannot-run',
      title: 'container app cannot run /no/such/file',
      confidence: 0.95,
    })
    expect(finding?.message).to.include('in image web:2: no such file or directory.')
  })

  it('names a program that may not be executed', () => {
    const [finding] = findingsOf(startError('exec: "/srv/start.txt": permission denied: unknown'))
    expect(finding?.message).to.include('cannot execute /srv/start.txt in image web:2: permission denied.')
  })

  it('names a program that is not in the path', () => {
    const [finding] = findingsOf(startError('exec: "serve": executable file not found in $PATH: unknown'))
    expect(finding?.message).to.include(
      'cannot execute serve in image web:2: executable file not found in $PATH.',
    )
  })

  it('reads the exit code 127 of a shell, with its last words', () => {
    const logs = { 'shop/web-1 app previous': ['sh: 1: serve: not found'] }
    const [finding, ...others] = findingsOf(backingOff({ exitCode: 127 }), logs)
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({ rule: 'command-cannot-run', confidence: 0.8 })
    expect(finding?.evidence[1]?.text).to.equal('sh: 1: serve: not found')
  })

  it('does not match exit code 125', () =>
    expect(rulesOf(findingsOf(backingOff({ exitCode: 125 })))).to.deep.equal(['crash-loop']))
})
