import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Clock } from '../../server/core/clock.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { GitHost, TOKEN } from '../support/git-host/git-host.ts'
import type { HostedRepository } from '../support/git-host/types.ts'
import { call, type Answer } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'

/** A service with a repository host of the tests. */
export interface ServedHost {
  /** Address of the service. */
  readonly base: string
  readonly host: GitHost
  /** Everything that the service logs, audit entries included. */
  readonly output: () => string
  readonly get: (
    path: string,
    query?: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  readonly post: (path: string, body: object, headers?: Record<string, string>) => Promise<Answer>
  /** Creates a repository with a name of its own. */
  readonly create: (
    files?: Readonly<Record<string, string | Buffer>>,
  ) => Promise<HostedRepository & { readonly query: { owner: string; repo: string } }>
}

/** A change of one file, without the names of its repository. */
export const CHANGE = {
  filePath: 'a.yaml',
  content: 'a: 2\n',
  deploymentName: 'web',
  namespace: 'shop',
}

/** Serves the demo cluster with a repository host of kind GitHub. */
export async function serveHost(
  settings: Readonly<Record<string, unknown>> = {},
  options: { readonly time?: Clock; readonly host?: GitHost } = {},
): Promise<ServedHost> {
  const host = options.host ?? (await GitHost.open())
  const file = join(openFolder('repohost'), 'token')
  writeFileSync(file, TOKEN)
  const demo = await openDemoCluster()
  const output = new PassThrough()
  let text = ''
  output.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const { port } = await serveCluster(demo.url, demo.token, {
    output,
    ...(options.time === undefined ? {} : { time: options.time }),
    settings: {
      repohostKind: 'github',
      repohostBaseUrl: host.url,
      repohostAllowHttp: true,
      repohostTokenFile: file,
      repohostShared: 'write',
      accessLog: true,
      ...settings,
    },
  })
  const base = `http://127.0.0.1:${port}`
  return {
    base,
    host,
    output: () => text,
    get: (path, query = {}, headers = {}) =>
      call(base, 'GET', `/api/repohost/${path}?${new URLSearchParams(query).toString()}`, undefined, headers),
    post: (path, body, headers = {}) => call(base, 'POST', `/api/repohost/${path}`, body, headers),
    create: async (files = { 'apps/web.yaml': 'a: 1\n' }) => {
      const repository = await host.create(`shop/r${randomBytes(4).toString('hex')}`, files)
      return Object.assign(repository, { query: { owner: repository.owner, repo: repository.name } })
    },
  }
}
