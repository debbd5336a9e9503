import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { requestAny, sendTo, type RequestError } from '../api.ts'
import { Problem, ReadProblem } from '../parts.tsx'
import { connectAddress, type HostStatus } from '../repository-files.ts'
import { asError, useResource } from '../use-resource.ts'

const SIGN_OUT_PATH = '/api/repohost-app/logout'

/** Reads the state of the credential for the repository host. */
async function readHostStatus(signal: AbortSignal): Promise<HostStatus> {
  return (await requestAny('getRepositoryHostStatus', {}, signal)) as HostStatus
}

/** The state of the repository host in words, and what it is for once the caller may use it. */
export function HostState({ children }: { readonly children: (status: HostStatus) => ComponentChildren }) {
  const [version, setVersion] = useState(0)
  const status = useResource(readHostStatus, [], version)
  const { data } = status
  return (
    <>
      <ReadProblem of={status} />
      {data === undefined && status.error === undefined && <p class="faint">Loading…</p>}
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
  const { authenticated, via, host, login, writable, reason, connectUrl } = status
  const [problem, setProblem] = useState<RequestError>()
  const disconnect = () => void sendTo(SIGN_OUT_PATH).then(onChange, (error) => setProblem(asError(error)))
  return (
    <div class="filters">
      <span class={authenticated ? 'faint' : ''}>
        <bdi>{authenticated ? describe(via, host, login) : `Not connected to ${host ?? 'the host'}`}</bdi>
        {!authenticated && reason !== undefined && <span>{`: ${reason}.`}</span>}
        {authenticated && writable === false && ' Changes are not allowed.'}
      </span>
      {connectUrl !== undefined && (
        <a href={connectAddress(connectUrl, location.pathname + location.search)}>Connect your account</a>
      )}
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
