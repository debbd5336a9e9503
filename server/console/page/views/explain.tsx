import { useState } from 'preact/hooks'
import { send, type Body } from '../api.ts'
import { describeModel, splitCitations, type Conclusion, type Explanation } from '../explanation.ts'
import { formatConfidence } from '../format-value.ts'
import { Check, Problem, Status } from '../parts.tsx'
import { useAction } from '../use-action.ts'
import { useExplanation, type ExplanationRequest } from '../use-explanation.ts'
import { ObjectLink } from './findings.tsx'
import type { ObjectParameters } from './restart.tsx'

type Prompt = Extract<Body<'troubleshoot'>, { readonly prompt: string }>

/** The explanation of an object: the findings of the rules, then the words of a model about them. */
export function Explain({ kind, object }: { readonly kind: string; readonly object: ObjectParameters }) {
  const { name, namespace, context } = object
  const { explanation, isReading, error, start, stop } = useExplanation()
  const [question, setQuestion] = useState('')
  const [includeLogs, setIncludeLogs] = useState(false)
  const request: ExplanationRequest = {
    resource: { kind, name, ...(namespace === '' ? {} : { namespace }) },
    ...(question.trim() === '' ? {} : { question: question.trim() }),
    includeLogs,
  }
  const submit = (event: Event) => {
    event.preventDefault()
    start(request, context)
  }
  return (
    <section class="card" aria-label="Explain">
      <h3>Explain</h3>
      <p class="faint">
        Rules read this object and everything that belongs to it, and name the cause with its evidence. If a
        model is configured, it puts the findings into words.
      </p>
      <form class="filters" onSubmit={submit}>
        <label class="field grow">
          <span>Question</span>
          <input
            type="text"
            maxLength={2048}
            value={question}
            placeholder="For the model; may be empty"
            onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
        </label>
        <Check label="Read the logs of failing containers" value={includeLogs} onChange={setIncludeLogs} />
        {/* Keys: one button that changes its type while it is clicked would submit the form. */}
        {isReading ? (
          <button key="stop" type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button key="explain" type="submit" class="primary">
            Explain
          </button>
        )}
      </form>
      {error !== undefined && <Problem error={error} />}
      {explanation !== undefined && <ExplanationView explanation={explanation} isReading={isReading} />}
      <PromptPreview request={request} context={context} />
    </section>
  )
}

function ExplanationView(options: { readonly explanation: Explanation; readonly isReading: boolean }) {
  const { explanation, isReading } = options
  const { findings, narrative, end } = explanation
  const about = end === undefined ? undefined : describeModel(end)
  return (
    <div class="explanation" aria-live="polite" aria-busy={isReading}>
      {end !== undefined && (
        <p>
          <Status value={end.status} /> <bdi>{end.summary}</bdi>
        </p>
      )}
      {findings.map((finding) => (
        <ConclusionView key={finding.id} finding={finding} />
      ))}
      {narrative !== '' && <Narrative text={narrative} model={end?.model ?? undefined} />}
      {isReading && (
        <p class="faint">
          {findings.length === 0 ? 'Reading the cluster…' : 'Waiting for words of a model…'}
        </p>
      )}
      {about !== undefined && (
        <p class="faint">
          <bdi>{about}</bdi>
        </p>
      )}
      {end?.unavailable?.map(({ section, error }) => (
        <p key={section} class="problem">
          <bdi>{`Not read: ${section}: ${error}`}</bdi>
        </p>
      ))}
    </div>
  )
}

function ConclusionView({ finding }: { readonly finding: Conclusion }) {
  const {
    severity,
    title,
    message,
    cause,
    fix,
    patch = [],
    evidence,
    affected,
    subject,
    confidence,
  } = finding
  return (
    <article class="finding">
      <h4>
        <Status value={severity} /> <bdi>{title}</bdi>
        {affected > 1 && <span class="faint">{` · ${affected} affected`}</span>}
      </h4>
      <p>
        <bdi>{message}</bdi> <ObjectLink {...subject} />
      </p>
      <p>
        <strong>Cause:</strong> <bdi>{cause === message ? 'this itself' : cause}</bdi>{' '}
        <span class="faint">{`(${formatConfidence(confidence)} confidence)`}</span>
      </p>
      {fix.length > 0 && (
        <ol>
          {fix.map((step) => (
            <li key={step}>
              <bdi>{step}</bdi>
            </li>
          ))}
        </ol>
      )}
      {patch.length > 0 && <p>Values of the revision that worked, to be proposed in the tab File:</p>}
      {patch.map(({ pointer, from, value }) => (
        <p key={pointer}>
          <code>{pointer}</code>: <bdi>{String(from)}</bdi> → <bdi>{String(value)}</bdi>
        </p>
      ))}
      <ul class="evidence">
        {evidence.map(({ id, reference, text }) => (
          <li key={id} id={`evidence-${id}`} tabIndex={-1}>
            <span class="faint">
              {id} <bdi>{reference}</bdi>
            </span>
            <q>{text}</q>
          </li>
        ))}
      </ul>
    </article>
  )
}

/** The words of a model, each with links to the evidence that they cite. */
function Narrative({ text, model }: { readonly text: string; readonly model: string | undefined }) {
  const open = (id: string) => (event: Event) => {
    event.preventDefault()
    const evidence = document.getElementById(`evidence-${id}`)
    evidence?.scrollIntoView({ block: 'center' })
    evidence?.focus({ preventScroll: true })
  }
  return (
    <div class="hint narrative">
      <p class="faint">
        Words of <bdi>{model ?? 'the model'}</bdi>, which may be wrong: the evidence is behind each number.
      </p>
      <p>
        {splitCitations(text).map((part, index) =>
          part.isCitation ? (
            <a
              key={index}
              class="citation"
              href={`#evidence-${part.text}`}
              aria-label={`Evidence ${part.text}`}
              onClick={open(part.text)}
            >
              {part.text}
            </a>
          ) : (
            <bdi key={index}>{part.text}</bdi>
          ),
        )}
      </p>
    </div>
  )
}

/** The text that a model would be sent, read on demand; no model is called. */
function PromptPreview(options: { readonly request: ExplanationRequest; readonly context: string }) {
  const { request, context } = options
  const [prompt, setPrompt] = useState<Prompt>()
  const { problem, run } = useAction()
  const read = async () =>
    setPrompt((await send('troubleshoot', { context, dryRun: 'true' }, request)) as Prompt)
  return (
    <>
      <p>
        <button type="button" onClick={() => run(read)}>
          Show what a model is sent
        </button>
      </p>
      {problem !== undefined && <Problem error={problem} />}
      {prompt !== undefined && (
        <>
          <p class="faint">{`About ${prompt.tokens} tokens. Credentials are replaced before it is sent; nothing was sent now.`}</p>
          <pre class="prompt" tabIndex={0} role="region" aria-label="Text that a model is sent">
            <bdi>{prompt.prompt}</bdi>
          </pre>
        </>
      )}
    </>
  )
}
