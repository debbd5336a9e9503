import { useState } from 'preact/hooks'
import type { RequestError } from '../api.ts'
import { Problem } from '../parts.tsx'
import { readMethods, signIn } from '../sign-in.ts'
import { useResource } from '../use-resource.ts'

/** The view of a caller who is not authenticated: the ways to sign in, or the words of the API if there are none. */
export function SignInView({ error }: { readonly error: RequestError }) {
  const methods = useResource(readMethods, [])
  const [problem, setProblem] = useState<RequestError>()
  if (methods.error !== undefined) return <Problem error={error} />
  return (
    <section class="card sign-in" aria-label="Sign in">
      <h2>Sign in</h2>
      <p>This service shows a cluster to people it knows. Sign in to go on with this view.</p>
      {problem !== undefined && <Problem error={problem} />}
      {methods.data?.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          class="primary"
          onClick={() => void signIn(id, `/${location.search}`).catch(setProblem)}
        >
          Sign in with {name}
        </button>
      ))}
    </section>
  )
}
