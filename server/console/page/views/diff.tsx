import { changedParts, diffLines } from '../diff-lines.ts'

const SIGNS = { same: ' ', added: '+', removed: '−' } as const
const WORDS = { same: '', added: 'added: ', removed: 'removed: ' } as const

/** The changes of a text, with a few lines around each. */
export function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = changedParts(diffLines(before, after))
  if (parts.length === 0) return <p class="faint">Nothing is changed.</p>
  return (
    <pre class="diff" tabIndex={0} role="region" aria-label="Changes of the file">
      {parts.map(({ skipped, lines }, index) => (
        <div key={index}>
          {skipped > 0 && (
            <div class="faint">{`… ${skipped} ${skipped === 1 ? 'line' : 'lines'} without a change`}</div>
          )}
          {lines.map(({ change, text }, line) => (
            <div key={line} class={change}>
              <span aria-hidden="true">{SIGNS[change]} </span>
              <span class="hidden">{WORDS[change]}</span>
              <bdi>{text}</bdi>
            </div>
          ))}
        </div>
      ))}
    </pre>
  )
}
