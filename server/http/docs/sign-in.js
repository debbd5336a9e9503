const state = document.querySelector('#state')
const ways = document.querySelector('#ways')

const REASONS = new Map([
  ['AccessDenied', 'You are not allowed to sign in; the reason is in the log of the service.'],
  ['OAuthCallbackError', 'The sign-in was cancelled.'],
  ['MissingCSRF', 'This page has expired. Try again.'],
])

async function read(action) {
  const answer = await fetch(`/api/auth/${action}`)
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error)
  return body
}

/** Begins or ends a session: the answer says where to go on. */
async function go(action, callbackUrl) {
  const { csrfToken } = await read('csrf')
  const answer = await fetch(`/api/auth/${action}`, {
    method: 'POST',
    headers: { 'X-Auth-Return-Redirect': '1' },
    body: new URLSearchParams({ csrfToken, callbackUrl }),
  })
  const { url, error } = await answer.json()
  if (url === undefined) throw new Error(error)
  location.assign(url)
}

function offer(text, action, callbackUrl) {
  const button = document.createElement('button')
  button.textContent = text
  button.addEventListener('click', () => go(action, callbackUrl).catch(tell))
  ways.append(button)
}

function tell(error) {
  state.textContent = error.message
}

async function start() {
  const session = await read('session')
  const failed = new URLSearchParams(location.search).get('error')
  if (session?.user !== undefined) {
    state.textContent = `Signed in as ${session.user.name} until ${new Date(session.expires).toLocaleTimeString()}.`
    offer('Sign out', 'signout', '/docs/sign-in')
    return
  }
  state.textContent =
    failed === null
      ? 'Not signed in.'
      : (REASONS.get(failed) ?? 'The sign-in failed; the reason is in the log of the service.')
  for (const { id, name } of Object.values(await read('providers')))
    offer(`Sign in with ${name}`, `signin/${id}`, '/')
}

start().catch(tell)
