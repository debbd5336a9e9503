import type { Pod } from '../../../server/kinds/pods/model.ts'
import { until } from '../../support/until.ts'
import { node, pod } from './kubectl.ts'
import { NAMESPACE, RELEASE } from './release.ts'
import { world } from './world.ts'

/** The audience of the tokens that the service accepts. */
export const AUDIENCE = 'cluster-inspector'
/** The headers that authenticate a caller. */
export type CallerHeaders = Readonly<Record<string, string>>

/** Returns the headers of a ServiceAccount, with a token for this service. */
export async function callerHeaders(namespace: string, account: string): Promise<CallerHeaders> {
  const token = await world().kubectl.text(
    'create',
    'token',
    account,
    '-n',
    namespace,
    '--audience',
    AUDIENCE,
  )
  return { authorization: `Bearer ${token.trim()}` }
}

const SERVICE = `http://${RELEASE}.${NAMESPACE}.svc`

/**
 * One call from a Pod. `token` selects the credentials: a token for this service, a token for the API server,
 * or no token.
 */
export interface PodCall {
  token: 'inspector' | 'api' | 'none'
  path: string
  headers?: Record<string, string>
}

/**
 * Calls the service from a Pod of a ServiceAccount; returns the status of each response, with its
 * `www-authenticate` header and its `error` if present.
 */
export async function answersToPod(
  at: { namespace: string; account: string; name: string },
  calls: readonly PodCall[],
): Promise<string[]> {
  const { kubectl, image } = world()
  const { namespace, account, name } = at
  const script = `(async () => {
    const { readFileSync } = require('node:fs')
    for (const { token, path, headers = {} } of ${JSON.stringify(calls)}) {
      if (token !== 'none') headers.authorization = 'Bearer ' + readFileSync('/tokens/' + token, 'utf8')
      const answer = await fetch('${SERVICE}' + path, { headers })
      const { error = '' } = await answer.json()
      console.log([answer.status, answer.headers.get('www-authenticate'), error].filter(Boolean).join(' | '))
    }
  })()`
  const tokens = [
    { serviceAccountToken: { audience: AUDIENCE, path: 'inspector', expirationSeconds: 600 } },
    { serviceAccountToken: { path: 'api', expirationSeconds: 600 } },
  ]
  await kubectl.apply(
    pod(namespace, name, {
      serviceAccountName: account,
      restartPolicy: 'Never',
      containers: [
        { ...node(image, 'main', script), volumeMounts: [{ name: 'tokens', mountPath: '/tokens' }] },
      ],
      volumes: [{ name: 'tokens', projected: { sources: tokens, defaultMode: 0o444 } }],
    }),
  )
  await until('the calls to be made', async () => {
    const { status } = await kubectl.json<Pod>('get', 'pod', '-n', namespace, name)
    return status?.phase === 'Succeeded' || status?.phase === 'Failed' ? true : undefined
  })
  return (await kubectl.text('logs', '-n', namespace, name)).trim().split('\n')
}
