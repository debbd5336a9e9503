import { request } from '../api.ts'
import { Loading, Problem, Status } from '../parts.tsx'
import { useNavigation } from '../use-page-state.ts'
import { useResource } from '../use-resource.ts'
import { ObjectLink } from './findings.tsx'

/** Results of a search in all kinds. */
export function SearchView() {
  const { state } = useNavigation()
  const { q, context, namespace } = state
  const found = useResource(
    (signal) => request('searchObjects', { q, context, namespace, limit: '100' }, signal),
    [q],
  )
  const { data, error } = found
  const results = data?.results ?? []
  return (
    <>
      <div class="title">
        <h2>
          Results for <bdi>{q}</bdi>
        </h2>
        {data !== undefined && (
          <span class="faint">{data.total === 1 ? '1 object' : `${data.total} objects`}</span>
        )}
      </div>
      {error !== undefined && <Problem error={error} />}
      <Loading of={found} />
      {data !== undefined && results.length === 0 && (
        <p class="faint">Nothing matches: search for a part of a name, label or image.</p>
      )}
      {data?.syncing !== undefined && (
        <p class="faint">Incomplete: search again for {data.syncing.join(', ')}.</p>
      )}
      {results.length > 0 && (
        <ul class="results card">
          {results.map(({ kind, name, namespace: inside, match, status }) => (
            <li key={`${kind}/${inside ?? ''}/${name}`}>
              <ObjectLink kind={kind} name={name} {...(inside === undefined ? {} : { namespace: inside })} />
              {status !== undefined && <Status value={status} />}
              {match.field !== 'name' && (
                <span class="faint">
                  {match.field} <bdi>{match.value}</bdi>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {data?.unavailable.map(({ section, error: reason }) => (
        <p key={section} class="problem">
          {section}: {reason}
        </p>
      ))}
    </>
  )
}
