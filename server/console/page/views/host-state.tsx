import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { request, send } from '../api.ts'
import { ConnectLink, Loading, Problem, ReadProblem } from '../parts.tsx'
import type { HostStatus } from '../repository-files.ts'
import { useAction } from '../use-action.ts'
import { useResource } from '../use-resource.ts'

/** Words for the outcomes with which a connection leads back to the page. */
const OUTCOMES: Readonly<Record<string, string>> = {
  denied: 'Your account was not connected, since you did not agree at the host.',
  requested: 'An administrator has to approve the app at the host: connect your account after that.',
}

/** The state of the repository host in words, and what it is for once the caller may use it. */
export function HostState({ children }: { readonly children: (status: HostStatus) => ComponentChildren }) {
  const [version, setVersion] = useState(0)
  const status = useResource((signal) => request('getRepositoryHostStatus', {}, signal), [], version)
  const { data } = status
  const outcome = OUTCOMES[new URLSearchParams(location.search).get('repohost') ?? '']
  return (
    <>
      {outcome !== undefined && data?.authenticated === false && <p class="problem">{outcome}</p>}
      <ReadProblem of={status} />
      <Loading of={status} />
      {data !== undefined && !data.configured && (
        <div class="hint">
          <p>No repository host is configured, so files and pull requests are not available.</p>
          {data.reason !== undefined && <p>To have them: {data.reason}.</p>}
        </div>
      )}
      {data?.configured === true && (
        <>
          <Account status={data} onChange={() => setVersion(version + 1)} />
          {data.authenticated && children(data)}
        </>
      )}
    </>
  )
}

/** The credential in use, with a link to connect an account of the caller, or a button to disconnect it. */
function Account({ status, onChange }: { readonly status: HostStatus; readonly onChange: () => void }) {
  const { authenticated, via, host, login, writable, reason, connectUrl, installUrl } = status
  const { problem, run } = useAction()
  const disconnect = () => run(() => send('disconnectHostAccount', {}, {}).then(onChange))
  return (
    <div class="filters">
      <span class={authenticated ? 'faint' : ''}>
        <bdi>{authenticated ? describe(via, host, login) : `Not connected to ${host ?? 'the host'}`}</bdi>
        {!authenticated && reason !== undefined && <span>{`: ${reason}.`}</span>}
        {authenticated && writable === false && ' Changes are not allowed.'}
      </span>
      {connectUrl !== undefined && <ConnectLink path={connectUrl} text="Connect your account" />}
      {installUrl !== undefined && <ConnectLink path={installUrl} text="Install the app at the host" />}
      {via === 'app-user' && (
        <button type="button" onClick={disconnect}>
          Disconnect
        </button>
      )}
      {problem !== undefined && <Problem error={problem} />}
    </div>
  )
}

function describe(via: HostStatus['via'], host = 'the host', login = ''): string {
  const as = login === '' ? '' : ` as ${login}`
  return via === 'app-user'
    ? `Connected to ${host}${as}.`
    : `Connected to ${host}${as}, by the credential of this service.`
}
