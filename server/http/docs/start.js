globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
})

// The session route is 404 where sign-in is not configured; the link then stays hidden.
fetch('/api/auth/session')
  .then(async (answer) => {
    if (!answer.ok) return
    const session = await answer.json()
    const link = document.querySelector('#sign-in')
    link.hidden = false
    if (session?.user !== undefined) link.textContent = session.user.name
  })
  .catch(() => undefined)
