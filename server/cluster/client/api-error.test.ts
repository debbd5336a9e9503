import { expect } from 'chai'
import {
  ClusterError,
  ConflictError,
  ForbiddenByClusterError,
  ContinueExpiredError,
  InvalidRequestError,
  NotFoundError,
} from '../../core/errors.ts'
import type { ApiCall } from './api-call.ts'
import { describe as inWords, toApiError, statusOf } from './api-error.ts'
import type { RbacSource } from '../access/rbac-hints.ts'
import { selfSubjectReview } from '../contexts/connection-test.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'

const grants: RbacSource = { context: 'in-cluster', managedByChart: true, readOnly: false, namespaces: [] }
const said = (message: string) => ({ message, reason: '' })

function denied(call: ApiCall, over: Partial<RbacSource> = {}): ForbiddenByClusterError {
  const error = toApiError(403, said('pods is forbidden'), call, { ...grants, ...over })
  if (!(error instanceof ForbiddenByClusterError)) throw new Error('not a ForbiddenByClusterError')
  return error
}

describe('errors of an API server', () => {
  const log: ApiCall = { verb: 'get', kind: pods, subresource: 'log', namespace: 'shop', name: 'web' }

  it('403 repeats its words, names the right and the value that grants it', () => {
    const error = denied(log)
    expect(error.message).to.equal('pods is forbidden')
    expect(error.missing).to.deep.equal([
      { verb: 'get', apiGroup: '', resource: 'pods/log', namespace: 'shop', enabledBy: 'rbac.groups.logs' },
    ])
    expect(error.hint).to.equal('set rbac.groups.logs=true in the values of the Helm release')
  })

  it('403 at the cluster scope names no namespace', () => {
    expect(denied({ verb: 'list', kind: nodes }).missing).to.deep.equal([
      { verb: 'list', apiGroup: '', resource: 'nodes', enabledBy: 'rbac.groups.nodes' },
    ])
  })

  it('403 of a write names readOnly where the chart granted none', () => {
    const patch: ApiCall = { verb: 'patch', kind: deployments, namespace: 'shop', name: 'web' }
    expect(denied(patch, { readOnly: true }).missing[0]?.enabledBy).to.equal('rbac.readOnly=false')
    expect(denied(patch, { readOnly: true }).hint).to.include('set rbac.readOnly=false')
    expect(denied(patch).missing[0]?.enabledBy).to.equal('rbac.groups.deployments')
    expect(denied({ ...patch, verb: 'get' }, { readOnly: true }).missing[0]?.enabledBy).to.equal(
      'rbac.groups.deployments',
    )
  })

  it('403 outside the namespaces granted names the scope', () => {
    const scoped = { namespaces: ['shop'] }
    expect(denied(log, scoped).missing[0]?.enabledBy).to.equal('rbac.groups.logs')
    expect(denied({ ...log, namespace: 'other' }, scoped).missing[0]?.enabledBy).to.equal(
      'rbac.scope=cluster',
    )
    expect(denied({ verb: 'list', kind: nodes }, scoped).hint).to.include('set rbac.scope=cluster')
  })

  it('403 of an identity that no chart made names its context', () => {
    expect(denied(log, { managedByChart: false, context: 'staging' }).hint).to.match(
      /identity of context "staging".*set rbac\.groups\.logs=true/,
    )
  })

  it('403 that says nothing is put in words', () => {
    expect(toApiError(403, said(''), log, grants).message).to.equal(
      'the cluster denies: get pods/log "web" in namespace "shop"',
    )
  })

  it('404 names the object, 409 of a write and 410 of a continued list are what they are', () => {
    const missing = toApiError(
      404,
      said('x'),
      { verb: 'get', kind: deployments, namespace: 'shop', name: 'web' },
      grants,
    )
    expect(missing)
      .to.be.instanceOf(NotFoundError)
      .and.to.have.property('message', 'deployment "web" not found in namespace "shop"')
    expect(toApiError(409, said('the uid differs'), { ...log, verb: 'delete' }, grants))
      .to.be.instanceOf(ConflictError)
      .and.to.have.property('message', 'the uid differs')
    const query = new URLSearchParams({ continue: 'x' })
    expect(toApiError(410, said('x'), { verb: 'list', kind: pods, query }, grants)).to.be.instanceOf(
      ContinueExpiredError,
    )
  })

  it('409 of a read or review and 410 of a list that is not continued are failures of the cluster', () => {
    const { body: _, ...review } = selfSubjectReview
    expect(toApiError(409, said('x'), review, grants)).to.be.instanceOf(ClusterError)
    for (const code of [409, 410])
      for (const call of [log, { verb: 'list', kind: pods } as const])
        expect(toApiError(code, said('x'), call, grants)).to.be.instanceOf(ClusterError)
  })

  it('a version that a caller gave is the caller’s, unknown or none', () => {
    const query = new URLSearchParams({ resourceVersion: '9', resourceVersionMatch: 'Exact' })
    const exactly: ApiCall = { verb: 'list', kind: pods, query }
    const late = said('Timeout: Too large resource version: 9, current: 8')
    expect(toApiError(504, late, exactly, grants)).to.be.instanceOf(ContinueExpiredError)
    expect(toApiError(504, said('slow'), exactly, grants)).to.be.instanceOf(ClusterError)
    expect(toApiError(504, late, { verb: 'list', kind: pods }, grants)).to.be.instanceOf(ClusterError)
    expect(toApiError(400, said('no number'), exactly, grants)).to.deep.include({
      issues: [{ in: 'query', name: 'continue', message: 'no number' }],
    })
  })

  it("400 is the caller's where the caller chose what it is about, ours where not", () => {
    const selector = { verb: 'list', kind: pods, query: new URLSearchParams({ labelSelector: 'a' }) } as const
    expect(toApiError(400, said('bad'), selector, grants)).to.be.instanceOf(InvalidRequestError)
    const query = new URLSearchParams({ previous: 'true', container: 'web' })
    expect(toApiError(400, said('no previous'), { ...log, query }, grants)).to.deep.include({
      message: 'no previous',
      issues: [{ in: 'query', name: 'previous', message: 'no previous' }],
    })
    expect(toApiError(400, said('bad'), { verb: 'list', kind: pods }, grants)).to.be.instanceOf(ClusterError)
  })

  for (const code of [401, 404, 429, 500, 503, 504])
    it(`reports ${code} of a list as a failure of the cluster, with short details`, () => {
      const error = toApiError(code, said(`why${'y'.repeat(5000)}\r\n`), { verb: 'list', kind: pods }, grants)
      if (!(error instanceof ClusterError)) throw new Error('not a ClusterError')
      expect(error.details).to.match(new RegExp(`^the API server answered ${code}: why`))
      expect(error.details.length).to.be.below(400)
    })

  it('reads a Status, and nothing out of anything else', () => {
    expect(statusOf('{"message":"m","reason":"r"}')).to.deep.equal({ message: 'm', reason: 'r' })
    for (const body of ['', '<html>', 'null', '5', '{"message":5}'])
      expect(statusOf(body).message).to.equal('')
  })

  it('says a call as a person would', () => {
    expect(inWords({ verb: 'list', kind: deployments })).to.equal(
      'list deployments.apps at the cluster scope',
    )
  })
})
