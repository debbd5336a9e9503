import { bodyOf, RequestError, urlOf } from './api.ts'

/** A way to sign in. */
export interface SignInMethod {
  readonly id: string
  readonly name: string
}

/** Returns the ways to sign in; throws where sign-in is not enabled. */
export async function readMethods(signal: AbortSignal): Promise<readonly SignInMethod[]> {
  const response = await fetch(urlOf('getSignInState', { action: 'providers' }), { signal })
  return Object.values((await bodyOf(response)) as Record<string, SignInMethod>)
}

/** Signs in by a method, and leaves the page for that of the issuer; it leads back to the address. */
export function signIn(method: string, address: string): Promise<void> {
  return leave(urlOf('signIn', { provider: method }), address)
}

/** Signs out, and opens an address. */
export function signOut(address: string): Promise<void> {
  return leave(urlOf('signOut', { action: 'signout' }), address)
}

async function leave(url: string, callbackUrl: string): Promise<void> {
  const csrf = await fetch(urlOf('getSignInState', { action: 'csrf' }))
  const { csrfToken } = (await bodyOf(csrf)) as { csrfToken: string }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-Auth-Return-Redirect': '1' },
    body: new URLSearchParams({ csrfToken, callbackUrl }),
  })
  const { url: next } = (await bodyOf(response)) as { url?: string }
  if (next === undefined) throw new RequestError('the service named no page to go on at: try again', 0)
  location.assign(next)
}
