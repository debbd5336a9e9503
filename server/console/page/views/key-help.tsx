import { keyTable } from '../keys.ts'
import { Dialog } from '../parts.tsx'

/** The list of keys. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog heading="Keys" onClose={onClose}>
      <dl class="keys">
        {keyTable.map(({ action, keys, text }) => (
          <div key={action}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="faint">Tab moves through links and fields, Enter opens, Escape closes.</p>
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </Dialog>
  )
}
