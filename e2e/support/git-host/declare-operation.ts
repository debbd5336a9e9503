import type { HostedRepository, HostRequest, HostResponse, Operation } from './types.ts'

export const notFound: HostResponse = {
  status: 404,
  body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
}

/** Returns an error response in GitHub's shape. */
export function refusal(status: number, message: string, ...errors: readonly string[]): HostResponse {
  const details = errors.map((text) => ({ resource: 'Resource', code: 'custom', message: text }))
  return {
    status,
    body: {
      message,
      documentation_url: 'https://docs.github.com/rest',
      ...(details.length === 0 ? {} : { errors: details }),
    },
  }
}

/** Declares an operation by its method and path in GitHub's document. */
export function operation(
  key: string,
  handle: (request: HostRequest, token: string) => Promise<HostResponse>,
  isForApp = false,
): Operation {
  const [method = '', path = ''] = key.split(' ')
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return { key, method, pattern, isForApp, handle }
}

/** Declares an operation on a repository; a write needs the right to push. */
export function repositoryOperation(
  key: string,
  handle: (repository: HostedRepository, request: HostRequest) => Promise<HostResponse>,
): Operation {
  return operation(key, async (request) => {
    const { owner = '', repo = '' } = request.params
    const repository = request.host.find(owner, repo)
    if (repository === undefined) return notFound
    if (!key.startsWith('GET') && !repository.canPush)
      return refusal(403, 'Resource not accessible by integration')
    return handle(repository, request)
  })
}

/** Returns a page of a list, with the Link header of GitHub. */
export function pageOf(all: readonly unknown[], { host, query }: HostRequest, path: string): HostResponse {
  const size = Number(query.get('per_page') ?? 30)
  const page = Number(query.get('page') ?? 1)
  const items = all.slice((page - 1) * size, page * size)
  if (page * size >= all.length) return { status: 200, body: items }
  const next = new URLSearchParams(query)
  next.set('page', String(page + 1))
  return {
    status: 200,
    body: items,
    headers: { link: `<${host.url}${path}?${next.toString()}>; rel="next"` },
  }
}
