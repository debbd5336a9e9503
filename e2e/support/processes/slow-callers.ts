// Keeps a number of connections open whose requests never complete, until its parent process exits. It runs
// in a process of its own, so that its sockets do not count for the process that is measured. The arguments
// are the port, the number of addresses and the connections for each.
import { connect } from 'node:net'

const [port = 0, addresses = 0, each = 0] = process.argv.slice(2).map(Number)
const STEP_MS = 1000
/**
 * The beginning of each connection, continued by one byte a second: nothing, an unfinished header, an
 * unfinished body.
 */
const BEGINNINGS = [
  '',
  'GET /api/pods HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
]
const open = new Map<number, number>()
let begun = 0
let steps = 0

function come(address: number): void {
  open.set(address, (open.get(address) ?? 0) + 1)
  const beginning = BEGINNINGS[begun++ % BEGINNINGS.length] ?? ''
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${address}` })
  const drip = beginning === '' ? undefined : setInterval(() => socket.write('b'), STEP_MS)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(drip)
    open.set(address, (open.get(address) ?? 1) - 1)
  })
  socket.resume()
  if (beginning !== '') socket.write(beginning)
}

function step(): void {
  steps++
  for (let address = 2; address < 2 + addresses; address++)
    for (let left = each - (open.get(address) ?? 0); left > 0; left--) come(address)
}

step()
setInterval(step, STEP_MS)
setInterval(() => {
  const all = [...open.values()].reduce((sum, count) => sum + count, 0)
  process.send?.({ open: all, steps, begun })
}, 50)
process.on('disconnect', () => process.exit())
