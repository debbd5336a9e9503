import type { ComponentChildren } from 'preact'
import type { Body } from './api.ts'
import { FiringCount } from './firing-count.tsx'
import { groupKinds } from './kind-groups.ts'
import { VIEW_NAMES, type PageState } from './page-state.ts'
import { Link } from './parts.tsx'
import type { PinnedView } from './pins.ts'
import { listedKinds } from './register.ts'
import { useNavigation } from './use-page-state.ts'
import { usePinnedViews } from './use-pinned-views.ts'

const groups = groupKinds(listedKinds)
/** Views of the service itself. */
const VIEWS = Object.entries(VIEW_NAMES) as readonly (readonly [PageState['view'], string])[]

/** The navigation: the overview, pinned views, and the kinds in groups; a narrow window has it as one field. */
export function KindList({ account }: { readonly account: Body<'getAbout'> | undefined }) {
  const pins = usePinnedViews()
  const { state } = useNavigation()
  return (
    <nav aria-label="Kinds">
      <NarrowList pins={pins} />
      <div class="wide">
        <Link to={{ view: 'overview' }} current={state.view === 'overview'}>
          Overview
        </Link>
        {pins.length > 0 && (
          <Group heading="Pinned">
            {pins.map(({ path, state: pinned, text }) => (
              <li key={path}>
                <Link to={pinned}>
                  <bdi>{text}</bdi>
                </Link>
              </li>
            ))}
          </Group>
        )}
        {groups.map(({ heading, kinds }) => (
          <Group key={heading} heading={heading}>
            {kinds.map(({ kind, path }) => (
              <li key={path}>
                <Link to={{ view: 'list', kind: path }} current={state.kind === path}>
                  {kind}
                </Link>
              </li>
            ))}
          </Group>
        ))}
        <Group heading="Service">
          {VIEWS.map(([view, text]) => (
            <li key={view}>
              <Link to={{ view }} current={state.view === view}>
                {text} {view === 'notifications' && <FiringCount account={account} />}
              </Link>
            </li>
          ))}
        </Group>
      </div>
    </nav>
  )
}

function Group({ heading, children }: { readonly heading: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <p>{heading}</p>
      <ul aria-label={heading}>{children}</ul>
    </div>
  )
}

/** The navigation as one field. */
function NarrowList({ pins }: { readonly pins: readonly PinnedView[] }) {
  const { state, open } = useNavigation()
  const pick = (value: string) => {
    const pinned = pins.find(({ path }) => path === value)
    const view = VIEWS.find(([name]) => name === value)?.[0]
    if (pinned !== undefined) open(pinned.state)
    else if (view !== undefined) open({ view })
    else open(value === '' ? { view: 'overview' } : { view: 'list', kind: value })
  }
  const value = VIEW_NAMES[state.view] === undefined ? state.kind : state.view
  return (
    <label class="field narrow">
      <span>Go to</span>
      <select value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
        <option value="">Overview</option>
        {pins.length > 0 && (
          <optgroup label="Pinned">
            {pins.map(({ path, text }) => (
              <option key={path} value={path}>
                {text}
              </option>
            ))}
          </optgroup>
        )}
        {groups.map(({ heading, kinds }) => (
          <optgroup key={heading} label={heading}>
            {kinds.map(({ kind, path }) => (
              <option key={path} value={path}>
                {kind}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label="Service">
          {VIEWS.map(([view, text]) => (
            <option key={view} value={view}>
              {text}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  )
}
