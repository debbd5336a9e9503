// Opens and closes a number of connections as fast as possible, each before or in the middle of a request or
// response, and exits.
import { connect } from 'node:net'

const [port = 0, count = 0] = process.argv.slice(2).map(Number)
const AT_ONCE = 100
const REQUESTS = [
  '',
  'GET /api/pods HTTP/1.1\r\nHost: loc',
  'GET /api/pods HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/pods HTTP/1.1\r\nHost: localhost\r\nCache-Control: no-cache\r\n\r\n',
  'GET /api/pods/talker/logs?namespace=default&follow=true HTTP/1.1\r\nHost: localhost\r\n\r\n',
]
let begun = 0

function come(): void {
  if (begun === count) return
  const request = REQUESTS[begun++ % REQUESTS.length] ?? ''
  const socket = connect(port, '127.0.0.1', () => {
    if (request === '') socket.destroy()
    else socket.write(request, () => socket.destroy())
  })
  socket.on('error', () => undefined)
  socket.on('close', come)
}

for (let n = 0; n < AT_ONCE; n++) come()
