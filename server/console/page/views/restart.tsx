import { useEffect, useRef, useState } from 'preact/hooks'
import { requestCurrent, requestAny, send, type Body, type RequestError } from '../api.ts'
import type { KindEntry } from '../catalogue.ts'
import { isRejection } from '../follow-response.ts'
import { Dialog, Problem } from '../parts.tsx'
import { findKind } from '../register.ts'
import { planRestart } from '../restart-plan.ts'
import { identitiesOf, podProgress, workloadProgress, type RestartProgress } from '../restart-progress.ts'
import { useAction } from '../use-action.ts'
import { useKey } from '../use-keys.ts'
import { asError } from '../use-resource.ts'
import { ObjectLink } from './findings.tsx'

/** Pause between two reads of a restarted object. */
const READ_MS = 1000

/** Name, namespace and context of an object, as parameters of an operation. */
export interface ObjectParameters {
  readonly name: string
  readonly namespace: string
  readonly context: string
}

type Read = (signal: AbortSignal) => Promise<RestartProgress>

/** A restart that was accepted: the words of the API, and a function that reads its progress. */
interface StartedRestart {
  readonly message: string
  readonly startedAt: number
  readonly read: Read
}

interface Options {
  readonly kind: KindEntry
  readonly object: ObjectParameters
  readonly detail: unknown
  readonly mayWrite: boolean
}

/** The button of a restart, its confirmation, and its progress up to its end. */
export function Restart({ kind, object, detail, mayWrite }: Options) {
  const [isAsking, ask] = useState(false)
  const { problem, run } = useAction()
  const [started, setStarted] = useState<StartedRestart>()
  useKey('restart', () => {
    if (mayWrite && detail !== undefined) ask(true)
  })
  const confirm = () => {
    ask(false)
    setStarted(undefined)
    run(() => start(kind, object, detail).then(setStarted))
  }
  return (
    <div class="restart">
      <button
        type="button"
        disabled={!mayWrite || detail === undefined}
        title={mayWrite ? undefined : 'The policy of this service allows you no changes.'}
        onClick={() => ask(true)}
      >
        Restart…
      </button>
      {isAsking && (
        <Confirmation
          kind={kind}
          object={object}
          detail={detail}
          onConfirm={confirm}
          onClose={() => ask(false)}
        />
      )}
      {problem !== undefined && <Problem error={problem} />}
      {started !== undefined && (
        <Progress
          key={started.startedAt}
          started={started}
          namespace={object.namespace}
          onClose={() => setStarted(undefined)}
        />
      )}
    </div>
  )
}

function Confirmation(options: {
  readonly kind: KindEntry
  readonly object: ObjectParameters
  readonly detail: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { kind, object, detail, onConfirm, onClose } = options
  const plan = planRestart(kind.kind, detail)
  return (
    <Dialog heading={`Restart ${kind.kind} ${object.name}?`} onClose={onClose}>
      <p class={plan?.isHarmful === true ? 'warning' : ''}>{plan?.sentences.join(' ')}</p>
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={onConfirm}>
          Restart
        </button>
      </div>
    </Dialog>
  )
}

async function start(kind: KindEntry, object: ObjectParameters, detail: unknown): Promise<StartedRestart> {
  const { name, namespace, context } = object
  const before = kind.kind === 'Pod' ? await readOwned(detail, object) : undefined
  const { message } = (await send(kind.restart ?? '', { name, context }, { namespace })) as {
    message: string
  }
  const startedAt = Date.now()
  if (kind.kind !== 'Pod') {
    const read: Read = async (signal) =>
      workloadProgress(await requestCurrent(kind.detail ?? '', { ...object }, signal))
    return { message, startedAt, read }
  }
  if (before === undefined)
    return {
      message,
      startedAt,
      read: async () => ({ text: 'The Pod is deleted.', isDone: true, percent: 100 }),
    }
  const identities = identitiesOf(before.pods)
  const read: Read = async (signal) => {
    const { pods } = (await requestCurrent(
      before.operation,
      before.owner,
      signal,
    )) as Body<'listReplicaSetPods'>
    return podProgress(name, identities, pods)
  }
  return { message, startedAt, read }
}

/** Returns the Pods of a Pod's controller, and the operation that lists them; undefined: no controller with such a list. */
async function readOwned(detail: unknown, { namespace, context }: ObjectParameters) {
  const { ownerReferences } = detail as Body<'getPod'>
  const controller = ownerReferences.find((one) => one.controller)
  const operation = controller === undefined ? undefined : findKind(controller.kind)?.pods
  if (controller === undefined || operation === undefined || operation === null) return undefined
  const owner = { name: controller.name, namespace, context }
  const { pods } = (await requestAny(operation, owner)) as Body<'listReplicaSetPods'>
  return { operation, owner, pods }
}

/** Reads the progress of a restart once a second until it is done. */
function useProgress(read: Read): {
  readonly progress: RestartProgress | undefined
  readonly error: RequestError | undefined
} {
  const [progress, setProgress] = useState<RestartProgress>()
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const step = (): void => {
      read(stopped.signal).then(
        (current) => {
          setError(undefined)
          setProgress(current)
          if (!current.isDone) timer = setTimeout(step, READ_MS)
        },
        (reason: unknown) => {
          if (stopped.signal.aborted) return
          const problem = asError(reason)
          setError(problem)
          // Another replica may take over: everything but a rejection is tried again.
          if (!isRejection(problem.status)) timer = setTimeout(step, READ_MS)
        },
      )
    }
    step()
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [read])
  return { progress, error }
}

function Progress(options: {
  readonly started: StartedRestart
  readonly namespace: string
  readonly onClose: () => void
}) {
  const { started, namespace, onClose } = options
  const { progress, error } = useProgress(started.read)
  const endedAt = useRef<number>(undefined)
  if (progress?.isDone === true) endedAt.current ??= Date.now()
  const seconds = Math.round(((endedAt.current ?? Date.now()) - started.startedAt) / 1000)
  return (
    <div class="progress card" role="status">
      <p>
        <strong class={progress?.isDone === true ? 'good' : 'warn'}>
          {progress?.isDone === true ? `Done after ${seconds} s` : `Restarting for ${seconds} s`}
        </strong>{' '}
        <bdi>{progress?.text}</bdi>
      </p>
      <progress max="100" value={progress?.percent ?? 0} aria-label="Pods that are new and available" />
      <p class="faint">
        <bdi>{started.message}</bdi>
      </p>
      {progress?.successor !== undefined && (
        <p>
          <ObjectLink kind="Pod" name={progress.successor} namespace={namespace} />
        </p>
      )}
      {error !== undefined && <Problem error={error} />}
      <button type="button" onClick={onClose}>
        {progress?.isDone === true ? 'Close' : 'Stop following'}
      </button>
    </div>
  )
}
