import { groupKinds } from './kind-groups.ts'
import { Link } from './parts.tsx'
import { listedKinds } from './register.ts'
import { useNavigation } from './use-page-state.ts'

const groups = groupKinds(listedKinds)

/** The navigation: the overview, and the kinds in groups; a narrow window has it as one field. */
export function KindList() {
  const { state, open } = useNavigation()
  const pick = (path: string) => open(path === '' ? { view: 'overview' } : { view: 'list', kind: path })
  return (
    <nav aria-label="Kinds">
      <label class="field narrow">
        <span>Go to</span>
        <select value={state.kind} onChange={({ currentTarget }) => pick(currentTarget.value)}>
          <option value="">Overview</option>
          {groups.map(({ heading, kinds }) => (
            <optgroup key={heading} label={heading}>
              {kinds.map(({ kind, path }) => (
                <option key={path} value={path}>
                  {kind}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <div class="wide">
        <Link to={{ view: 'overview' }} current={state.view === 'overview'}>
          Overview
        </Link>
        {groups.map(({ heading, kinds }) => (
          <div key={heading}>
            <p>{heading}</p>
            <ul aria-label={heading}>
              {kinds.map(({ kind, path }) => (
                <li key={path}>
                  <Link to={{ view: 'list', kind: path }} current={state.kind === path}>
                    {kind}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
