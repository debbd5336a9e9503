import { useEffect, useState } from 'preact/hooks'
import { request, UNAUTHENTICATED, type Body } from './api.ts'
import type { Resource } from './resource.ts'
import { useResource } from './use-resource.ts'

/** Returns the caller and its possibilities; read again once a response says that the session has ended. */
export function useAccount(): Resource<Body<'getAbout'>> {
  const [version, setVersion] = useState(0)
  const account = useResource((signal) => request('getAbout', {}, signal), [], version)
  const isKnown = account.data !== undefined && account.error === undefined
  useEffect(() => {
    if (!isKnown) return undefined
    const readAgain = () => setVersion((before) => before + 1)
    addEventListener(UNAUTHENTICATED, readAgain)
    return () => removeEventListener(UNAUTHENTICATED, readAgain)
  }, [isKnown])
  return account
}
