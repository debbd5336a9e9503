import { expect } from 'chai'
import { HostObjectNotFoundError, InspectorError, PayloadTooLargeError } from '../../server/core/errors.ts'
import { blobSha } from '../../server/features/repohost/change/blob-sha.ts'
import { failureOf, signal } from './attempts.ts'
import type { Stage } from './stage.ts'

const WEB = 'kind: Deployment\nmetadata:\n  name: web\n'

/** The contract of the port, for each adapter: reads. */
export function describeReads(stageOf: () => Stage): void {
  it('returns the account of the token', async () => {
    const { host, login } = stageOf()
    expect((await host.identity(signal)).login).to.equal(login)
  })

  it('returns a repository', async () => {
    const { host, create } = stageOf()
    const { name } = await create({ 'a.yaml': 'a: 1\n' })
    const found = await host.repository(name, signal)
    expect(found).to.include({ ...name, fullName: `${name.owner}/${name.repo}`, defaultBranch: 'main' })
    expect(found).to.include({ private: true, canPush: true })
    expect(found.updatedAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  it('finds a repository in the list of all', async () => {
    const { host, create } = stageOf()
    const { name } = await create()
    const found: string[] = []
    for (let page = 1; ; page++) {
      const { items, more } = await host.repositories(page, signal)
      found.push(...items.map(({ repo }) => repo))
      if (!more) break
    }
    expect(found).to.include(name.repo)
  })

  it('reports a repository that does not exist by its name', async () => {
    const { host, login } = stageOf()
    const error = await failureOf(host.repository({ owner: login, repo: 'none' }, signal))
    expect(error).to.be.instanceOf(HostObjectNotFoundError)
    expect(error).to.have.deep.property('fields', { repository: `${login}/none` })
  })

  it('lists branches in pages, also with slashes and signs in their names', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    await repository.branch('release/1.0', 'main')
    await repository.branch('fix#1', 'main')
    const { items, more } = await host.branches(repository.name, 1, signal)
    expect(items.map(({ name }) => name).toSorted()).to.deep.equal(['fix#1', 'main', 'release/1.0'])
    expect(more).to.equal(false)
    for (const { sha } of items) expect(sha).to.equal(await repository.git.head('main'))
  })

  it('continues a list of branches on the next page', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const head = await repository.git.head('main')
    const names = Array.from({ length: 120 }, (_, number) => `branch-${String(number).padStart(3, '0')}`)
    await repository.branches(names, head ?? '')
    const found: string[] = []
    let pages = 0
    for (let more = true; more;) {
      const page = await host.branches(repository.name, ++pages, signal)
      found.push(...page.items.map(({ name }) => name))
      more = page.more
    }
    expect(pages).to.be.greaterThan(1)
    expect(found.toSorted()).to.deep.equal([...names, 'main'])
  })

  it('has no branches, no commit and no head for an empty repository', async () => {
    const { host, create } = stageOf()
    const { name } = await create()
    expect(await host.branches(name, 1, signal)).to.deep.equal({ items: [], more: false })
    expect(await host.resolve(name, 'main', signal)).to.equal(undefined)
    expect(await host.branchHead(name, 'main', signal)).to.equal(undefined)
  })

  for (const ref of ['main', 'release/1.0', 'fix#1'])
    it(`resolves branch ${ref}`, async () => {
      const { host, create } = stageOf()
      const repository = await create({ 'a.yaml': 'a: 1\n' })
      if (ref !== 'main') await repository.branch(ref, 'main')
      const head = await repository.git.head('main')
      expect(await host.resolve(repository.name, ref, signal)).to.equal(head)
      expect(await host.branchHead(repository.name, ref, signal)).to.equal(head)
    })

  it('resolves a sha', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const head = (await repository.git.head('main')) ?? ''
    expect(await host.resolve(repository.name, head, signal)).to.equal(head)
    expect(await host.branchHead(repository.name, head, signal)).to.equal(undefined)
  })

  for (const ref of ['none', '0'.repeat(40)])
    it(`reports ${ref}, which is no ref`, async () => {
      const { host, create } = stageOf()
      const { name } = await create({ 'a.yaml': 'a: 1\n' })
      const error = await failureOf(host.resolve(name, ref, signal))
      expect(error).to.be.instanceOf(HostObjectNotFoundError)
      expect(error).to.have.deep.property('fields', { repository: `${name.owner}/${name.repo}`, ref })
    })

  it('reads a tree with modes, sizes and ids of Git', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': WEB, 'apps/web/b.yaml': 'b: 1\n' })
    await repository.push('main', { 'run.sh': '#!/bin/sh\n' }, '100755')
    await repository.push('main', { link: 'a.yaml' }, '120000')
    const head = (await repository.git.head('main')) ?? ''
    const { entries, truncated } = await host.tree(repository.name, head, true, signal)
    expect(truncated).to.equal(false)
    const found = entries.map(({ path, type, mode, size }) => [
      path,
      type,
      mode,
      type === 'file' ? size : undefined,
    ])
    expect(found).to.have.deep.members([
      ['a.yaml', 'file', '100644', WEB.length],
      ['apps', 'dir', '040000', undefined],
      ['apps/web', 'dir', '040000', undefined],
      ['apps/web/b.yaml', 'file', '100644', 5],
      ['link', 'symlink', '120000', undefined],
      ['run.sh', 'file', '100755', 10],
    ])
    expect(entries.find(({ path }) => path === 'a.yaml')?.sha).to.equal(blobSha(WEB, head))
  })

  it('reads one level of a tree', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': WEB, 'apps/web/b.yaml': 'b: 1\n' })
    const head = (await repository.git.head('main')) ?? ''
    const { entries } = await host.tree(repository.name, head, false, signal)
    expect(entries.map(({ path, type }) => [path, type])).to.have.deep.members([
      ['a.yaml', 'file'],
      ['apps', 'dir'],
    ])
    const apps = entries.find(({ path }) => path === 'apps')?.sha ?? ''
    expect(
      (await host.tree(repository.name, apps, false, signal)).entries.map(({ path }) => path),
    ).to.deep.equal(['web'])
  })

  it('reads a tree of more entries than a page of it', async () => {
    const { host, create } = stageOf()
    const files = Array.from(
      { length: 2300 },
      (_, number) => [`dir${number % 7}/f${number}.yaml`, 'a: 1\n'] as const,
    )
    const repository = await create(Object.fromEntries(files))
    const head = (await repository.git.head('main')) ?? ''
    const { entries, truncated } = await host.tree(repository.name, head, true, signal)
    expect([entries.length, truncated]).to.deep.equal([2307, false])
  })

  it('reads a blob of any bytes', async () => {
    const { host, create } = stageOf()
    const bytes = Buffer.from([0, 255, 10, 13, 128])
    const repository = await create({ 'a.bin': bytes })
    const head = (await repository.git.head('main')) ?? ''
    const [entry] = (await host.tree(repository.name, head, true, signal)).entries
    expect(await host.blob(repository.name, entry?.sha ?? '', 5, signal)).to.deep.equal(bytes)
    const error = await failureOf(host.blob(repository.name, entry?.sha ?? '', 4, signal))
    expect(error).to.be.instanceOf(InspectorError)
  })

  it('reads a blob of 2 MiB', async () => {
    const { host, create } = stageOf()
    const content = 'x'.repeat(2 * 1024 * 1024)
    const repository = await create({ 'a.txt': content })
    const head = (await repository.git.head('main')) ?? ''
    const found = await host.blob(repository.name, blobSha(content, head), 5 * 1024 * 1024, signal)
    expect(found.toString()).to.equal(content)
  })

  it('reads an empty blob', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.txt': '' })
    const head = (await repository.git.head('main')) ?? ''
    expect(await host.blob(repository.name, blobSha('', head), 10, signal)).to.have.length(0)
  })

  it('refuses a blob above the limit', async () => {
    const { host, create } = stageOf()
    const content = 'x'.repeat(100_000)
    const repository = await create({ 'a.txt': content })
    const head = (await repository.git.head('main')) ?? ''
    const attempt = host.blob(repository.name, blobSha(content, head), 99_999, signal)
    expect(await failureOf(attempt)).to.be.instanceOf(PayloadTooLargeError)
  })
}
