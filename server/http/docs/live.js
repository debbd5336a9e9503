const OTHERS = ['connected', 'synced', 'heartbeat', 'forbidden', 'resync', 'bye']
const MAX_ROWS = 500

const asked = document.getElementById('asked')
const state = document.getElementById('state')
const rows = document.getElementById('events')
let source
let told = 0

const { kinds } = await (await fetch('/docs/kinds.json')).json()
const objectEvents = kinds.map(({ event }) => event)

for (const { name, isDefault } of kinds) {
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'kinds', value: name })
  box.checked = isDefault
  const label = document.createElement('label')
  label.append(box, ` ${name}`)
  document.getElementById('kinds').append(label)
}

function say(text) {
  state.textContent = `${text}; ${told} events of objects`
}

/** Texts are set as text: nothing that a cluster holds can become a part of this page. */
function show(event, { type = '', object, ...rest }) {
  const about = object?.involvedObject ?? object
  const name = about === undefined ? '' : [about.namespace, about.name].filter(Boolean).join('/')
  const { labels: _, ...shown } = object ?? rest
  const row = document.createElement('tr')
  row.className = type === '' ? event : type
  for (const text of [new Date().toLocaleTimeString(), event, type, name, JSON.stringify(shown)]) {
    const cell = document.createElement('td')
    cell.textContent = text
    cell.title = text
    row.append(cell)
  }
  rows.prepend(row)
  while (rows.childElementCount > MAX_ROWS) rows.lastElementChild.remove()
}

function listen() {
  source?.close()
  rows.replaceChildren()
  told = 0
  const form = new FormData(asked)
  const query = new URLSearchParams({ kinds: form.getAll('kinds').join(',') })
  for (const name of ['namespace', 'labelSelector', 'context'])
    if (form.get(name) !== '') query.set(name, form.get(name))
  source = new EventSource(`/api/stream?${query}`)
  for (const event of [...objectEvents, ...OTHERS])
    source.addEventListener(event, ({ data }) => {
      if (objectEvents.includes(event)) told++
      show(event, JSON.parse(data))
      say('listening')
    })
  source.onopen = () => say('listening')
  source.onerror = () =>
    say(
      source.readyState === EventSource.CLOSED
        ? 'rejected: send the same request with curl to see why'
        : 'connecting again',
    )
}

asked.addEventListener('submit', (event) => {
  event.preventDefault()
  listen()
})
document.getElementById('stop').addEventListener('click', () => {
  source?.close()
  say('stopped')
})
listen()
