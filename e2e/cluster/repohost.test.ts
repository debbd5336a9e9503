import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { kustomization, workload } from '../../server/features/repohost/layout/corpus/manifests.ts'
import { call } from '../support/http.ts'
import { addressForPods } from './environment/ingress.ts'
import { output } from './environment/process.ts'
import { NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'

const SECRET = 'forge-token'
const REPOSITORY = 'deploy'
const PATH = 'web/base/deployment.yaml'
const FILES = {
  [PATH]: workload('Deployment', 'web'),
  'web/base/kustomization.yaml': kustomization(['deployment.yaml']),
  'web/overlays/prod/kustomization.yaml': kustomization(['../../base'], { namespace: 'shop' }),
}

/** A Gitea that Pods reach, as the command in FORGE_START starts it: FOLDER ADDRESS; it prints exports of a shell. */
interface Forge {
  readonly url: string
  readonly user: string
  readonly token: string
  readonly pid: number
}

async function startForge(command: string, folder: string): Promise<Forge> {
  const text = await output(command, [folder, await addressForPods()])
  const exported = (name: string): string => new RegExp(`\\b${name}=["']?([^\\s"';]+)`).exec(text)?.[1] ?? ''
  return {
    url: exported('FORGE_URL'),
    user: exported('FORGE_USER'),
    token: exported('FORGE_TOKEN'),
    pid: Number(exported('FORGE_PID')),
  }
}

describe('the repository host of a release, a Gitea', function () {
  this.timeout(300_000)
  const { kubectl, release, forward } = world()
  const folder = mkdtempSync(join(tmpdir(), 'forge-'))
  const command = process.env['FORGE_START']
  let forge: Forge | undefined

  before(async function () {
    if (command === undefined) {
      console.log('      not run: FORGE_START names no command that starts a Gitea')
      this.skip()
    }
    forge = await startForge(command, folder)
    await api('POST', '/user/repos', { name: REPOSITORY, default_branch: 'main', private: true })
    const files = Object.entries(FILES).map(([path, content]) => ({
      operation: 'create',
      path,
      content: Buffer.from(content).toString('base64'),
    }))
    await api('POST', `/repos/${forge.user}/${REPOSITORY}/contents`, {
      message: 'files',
      branch: 'main',
      files,
    })
    await kubectl.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: SECRET, namespace: NAMESPACE },
      stringData: { token: forge.token },
    })
    await release.setAlone(
      'repohost.kind=gitea',
      `repohost.baseUrl=${forge.url}`,
      `repohost.existingSecret=${SECRET}`,
      'repohost.allowHttp=true',
      'repohost.shared=write',
    )
    await forward.renew()
  })
  after(async () => {
    if (forge === undefined) return
    process.kill(forge.pid)
    await release.reset()
    await forward.renew()
    await kubectl.remove('secret', SECRET, '-n', NAMESPACE)
    rmSync(folder, { recursive: true, force: true })
  })

  async function api(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(`${forge?.url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${forge?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }

  const named = () => ({ owner: forge?.user ?? '', repo: REPOSITORY })
  async function get(route: string, query: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const search = new URLSearchParams({ ...named(), ...query })
    const { status, json, text } = await call(
      forward.api,
      'GET',
      `/api/repohost/${route}?${search.toString()}`,
    )
    expect(status, text).to.equal(200)
    return json
  }
  async function post(route: string, body: object, expected = 200): Promise<Record<string, unknown>> {
    const { status, json, text } = await call(forward.api, 'POST', `/api/repohost/${route}`, {
      ...named(),
      ...body,
    })
    expect(status, text).to.equal(expected)
    return json
  }

  /** Returns what Git itself says of the repository. */
  async function log(...args: string[]): Promise<string> {
    const clone = mkdtempSync(join(folder, 'clone-'))
    const address = forge?.url.replace('://', `://${forge.user}:${forge.token}@`)
    await output('git', ['clone', '--quiet', '--bare', `${address}/${forge?.user}/${REPOSITORY}.git`, clone])
    return output('git', ['-C', clone, ...args])
  }

  it('reads repositories, branches, folders and files with the token of the Secret', async () => {
    const { json } = await call(forward.api, 'GET', '/api/repohost/auth-status')
    expect(json).to.deep.include({ configured: true, authenticated: true, via: 'token', login: forge?.user })
    expect(JSON.stringify(json)).to.not.include(forge?.token ?? 'none')
    const { branches } = (await get('branches')) as { branches: { name: string; sha: string }[] }
    expect(branches).to.deep.include({
      name: 'main',
      sha: (await log('rev-parse', 'main')).trim(),
      protected: false,
    })
    const { files } = (await get('files')) as { files: { path: string }[] }
    expect(files.map(({ path }) => path)).to.have.members(Object.keys(FILES))
    expect(await get('file', { path: PATH })).to.deep.include({ content: FILES[PATH], encoding: 'utf-8' })
    expect(await get('kustomize', { path: 'web' })).to.deep.include({ basePath: 'web/base' })
    expect(await post('analyze-structure', {})).to.deep.include({ structure: 'kustomize' })
    const resource = { kind: 'Deployment', name: 'web', namespace: 'shop' }
    expect((await post('match-file', { resource }))['match']).to.deep.include({
      path: PATH,
      confidence: 0.97,
    })
  })

  it('proposes a change by one commit and one pull request, and merges it', async () => {
    const content = FILES[PATH]?.replace(':1.0.0', ':1.0.1')
    const change = { filePath: PATH, content, deploymentName: 'web', namespace: 'shop' }
    const created = (await post('create-pr', change, 201)) as { branch: string; pr: { number: number } }
    const again = await post('create-pr', change)
    expect(again).to.deep.include({ existing: true, branch: created.branch, pr: created.pr })
    expect((await log('log', '--format=%s', `main..${created.branch}`)).trim().split('\n')).to.have.length(1)
    expect(await log('show', `${created.branch}:${PATH}`)).to.equal(content)
    const merged = await post('merge-pr', { pullNumber: created.pr.number, mergeMethod: 'squash' })
    expect(merged).to.deep.include({ success: true, merged: true })
    expect(await log('show', `main:${PATH}`)).to.equal(content)
    expect(await log('branch', '--list', created.branch)).to.equal('')
  })
})
