import { createParser } from 'eventsource-parser'
import { useEffect, useRef, useState } from 'preact/hooks'
import { errorOf, RequestError, urlOf } from './api.ts'
import { advance, NO_EXPLANATION, type Explanation } from './explanation.ts'
import { readText } from './read-text.ts'
import { asError } from './use-resource.ts'

/** The subject of an explanation, and what is asked about it. */
export interface ExplanationRequest {
  readonly resource: { readonly kind: string; readonly name: string; readonly namespace?: string }
  readonly question?: string
  readonly includeLogs: boolean
}

/** An explanation as it is read. */
export interface ReadExplanation {
  readonly explanation: Explanation | undefined
  readonly isReading: boolean
  readonly error: RequestError | undefined
  readonly start: (request: ExplanationRequest, context: string) => void
  /** Ends the reading, and with it the call of the model. */
  readonly stop: () => void
}

/** Reads explanations, one at a time; leaving the view stops it. */
export function useExplanation(): ReadExplanation {
  const [explanation, setExplanation] = useState<Explanation>()
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<RequestError>()
  const reading = useRef<AbortController>(undefined)
  const stop = () => {
    reading.current?.abort()
    reading.current = undefined
    setReading(false)
  }
  useEffect(() => () => reading.current?.abort(), [])
  const start = (request: ExplanationRequest, context: string) => {
    stop()
    const current = new AbortController()
    reading.current = current
    setExplanation(NO_EXPLANATION)
    setError(undefined)
    setReading(true)
    const onEvent = (event: string, data: unknown) =>
      setExplanation((before = NO_EXPLANATION) => advance(before, event, data))
    readEvents(request, context, { signal: current.signal, onEvent }).then(
      () => setReading(false),
      (reason: unknown) => {
        if (current.signal.aborted) return
        setReading(false)
        setError(asError(reason))
      },
    )
  }
  return { explanation, isReading, error, start, stop }
}

async function readEvents(
  request: ExplanationRequest,
  context: string,
  options: { readonly signal: AbortSignal; readonly onEvent: (event: string, data: unknown) => void },
): Promise<void> {
  const { signal, onEvent } = options
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
  const response = await fetch(urlOf('troubleshoot', { context }), {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
    signal,
  })
  if (!response.ok || response.body === null) throw await errorOf(response)
  let isDone = false
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => {
      if (event === 'done') isDone = true
      onEvent(event, JSON.parse(data))
    },
  })
  await readText(response.body, signal, (part) => parser.feed(part))
  if (!isDone) throw new RequestError('the answer was cut short: ask again', 0)
}
