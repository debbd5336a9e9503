import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { CreatedPr } from '../../server/features/repohost/change-schema.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { flagsOf, killProcess, serveProcess, type ServingProcess } from '../support/serve-process.ts'
import { signal } from './attempts.ts'
import { FILES } from './changes.ts'
import { PausingProxy, type HoldPoint } from './pausing-proxy.ts'
import { CHANGE } from './served.ts'
import type { Stage, StagedRepository } from './stage.ts'

/** A write of a change, in the order in which the adapter sends them. */
interface Step {
  readonly title: string
  readonly pattern: RegExp
}

/** The host that a process is configured for, and its adapter's writes. */
export interface KilledStage {
  readonly stage: () => Stage
  readonly kind: 'github' | 'gitea'
  readonly url: () => string
  readonly token: string
  /** Writes of a new change. */
  readonly steps: readonly Step[]
  /** The write that adds a commit to the branch of an open pull request. */
  readonly update: Step
}

const PATH = 'apps/web.yaml'

/** The contract of changes whose process is killed on the way: a real process, SIGKILL, another process, the same request. */
export function describeKills({ stage, kind, url, token, steps, update }: KilledStage): void {
  let repository: StagedRepository
  let proxy: PausingProxy

  beforeEach(async () => {
    repository = await stage().create(FILES)
    proxy = await PausingProxy.open(url())
  })

  async function serve(): Promise<ServingProcess> {
    const tokenFile = join(openFolder('token'), 'token')
    writeFileSync(tokenFile, token)
    return serveProcess(
      flagsOf({
        'repohost-kind': kind,
        'repohost-base-url': proxy.url,
        'repohost-token-file': tokenFile,
        'repohost-allow-http': 'true',
        'repohost-shared': 'write',
      }),
    )
  }

  async function propose(process: ServingProcess, more: object = {}): Promise<CreatedPr> {
    const { owner, repo } = repository.name
    const body = { owner, repo, ...CHANGE, filePath: PATH, ...more }
    const { status, json, text } = await call(process.url, 'POST', '/api/repohost/create-pr', body)
    expect([200, 201], text).to.include(status)
    return json as CreatedPr
  }

  /** Proposes a change by a process that is killed at a write. */
  async function proposeAndKill({ pattern }: Step, at: HoldPoint, more: object = {}): Promise<void> {
    const process = await serve()
    const reached = proxy.hold(pattern, at)
    const proposed = propose(process, more).then(
      () => 'a response',
      () => 'none',
    )
    await reached
    await killProcess(process.child)
    expect(await proposed).to.equal('none')
  }

  /** Expects one branch with one commit on it, and one pull request. */
  async function expectOneChange({ branch, pr }: CreatedPr): Promise<void> {
    await repository.fetch()
    expect((await repository.git.branches()).map(({ name }) => name).toSorted()).to.deep.equal(
      [branch, 'main'].toSorted(),
    )
    expect(await repository.git.text('rev-list', '--count', `main..${branch}`)).to.equal('1')
    expect(await repository.git.text('show', `${branch}:${PATH}`)).to.equal(CHANGE.content.trim())
    await repository.git.check()
    const open = await stage().host.openPullRequests(repository.name, 'main', signal)
    expect(open.map(({ number }) => number)).to.deep.equal([pr.number])
  }

  it('sends these writes for a change, in this order', async () => {
    await propose(await serve())
    expect(proxy.writes).to.have.length(steps.length)
    for (const [at, { title, pattern }] of steps.entries()) expect(proxy.writes[at], title).to.match(pattern)
  })

  for (const step of steps)
    for (const at of ['before', 'after'] as const)
      it(`completes a change whose process was killed ${at} the host ${step.title}, once`, async () => {
        await proposeAndKill(step, at)
        const again = await serve()
        await expectOneChange(await propose(again))
        expect(await propose(again)).to.deep.include({ existing: true })
      })

  // Before the last two writes nothing of a change is visible at a host.
  for (const step of steps.slice(-2))
    it(`loses no change of the base between a kill after the host ${step.title} and the next request`, async () => {
      await proposeAndKill(step, 'after')
      await repository.push('main', { 'apps/db.yaml': 'b: 2\n' })
      const again = await serve()
      const { pr } = await propose(again)
      const { owner, repo } = repository.name
      const body = { owner, repo, pullNumber: pr.number, mergeMethod: 'squash' }
      const { status, text } = await call(again.url, 'POST', '/api/repohost/merge-pr', body)
      expect(status, text).to.equal(200)
      await repository.fetch()
      expect(await repository.git.text('show', 'main:apps/db.yaml')).to.equal('b: 2')
      expect(await repository.git.text('show', `main:${PATH}`)).to.equal(CHANGE.content.trim())
    })

  for (const at of ['before', 'after'] as const)
    it(`keeps the commits of others on a branch whose process was killed ${at} the host ${update.title}`, async () => {
      const first = await serve()
      const { branch, pr } = await propose(first)
      await killProcess(first.child)
      const more = { content: 'a: 3\n', update: true }
      await proposeAndKill(update, at, more)
      await repository.push(branch, { 'apps/db.yaml': 'b: theirs\n' })
      const again = await propose(await serve(), more)
      expect(again).to.deep.include({ branch, existing: true })
      expect(again.pr.number).to.equal(pr.number)
      await repository.fetch()
      expect(await repository.git.text('show', `${branch}:apps/db.yaml`)).to.equal('b: theirs')
      expect(await repository.git.text('show', `${branch}:${PATH}`)).to.equal('a: 3')
      expect(await repository.git.text('rev-list', '--count', `main..${branch}`)).to.equal('3')
    })
}
