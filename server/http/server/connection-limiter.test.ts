import { Socket } from 'node:net'
import { expect } from 'chai'
import { tick } from '../../testing/tick.ts'
import { ConnectionLimiter } from './connection-limiter.ts'

/** Returns a connection from an address. */
function connectionFrom(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { get: () => address })
}

describe('ConnectionLimiter', () => {
  let limiter: ConnectionLimiter
  beforeEach(() => {
    limiter = new ConnectionLimiter(4, 2)
  })

  /** Opens a connection; `last` says for whom its last response was, if there was one. */
  const open = (address: string, last?: 'nobody' | 'known') => {
    const socket = connectionFrom(address)
    limiter.admit(socket)
    if (last !== undefined) limiter.dispensable.delete(socket)
    if (last === 'nobody') limiter.markDispensable(socket)
    return socket
  }
  const closed = (...sockets: Socket[]) => sockets.map(({ destroyed }) => destroyed)

  it('closes the longest idle connection without a known caller for a newcomer when it is full [A8]', async () => {
    const refused = open('192.0.2.1', 'nobody')
    const known = open('192.0.2.1', 'known')
    const silent = open('192.0.2.2')
    const later = open('192.0.2.2', 'nobody')
    limiter.dispensable.delete(refused)
    limiter.markDispensable(refused)
    const first = open('192.0.2.3', 'known')
    expect(closed(refused, known, silent, later, first)).to.deep.equal([false, false, true, false, false])
    await tick(1)
    open('192.0.2.3', 'known')
    expect(closed(refused, known, later, first)).to.deep.equal([false, false, true, false])
  })

  it('keeps connections of known callers and with a request in flight, and closes the newcomer instead', () => {
    const kept = [open('192.0.2.1', 'known'), open('192.0.2.1', 'known'), open('192.0.2.2', 'known')]
    const busy = open('192.0.2.2', 'nobody')
    limiter.dispensable.delete(busy)
    expect(closed(open('192.0.2.3'))).to.deep.equal([true])
    expect(closed(...kept, busy)).to.deep.equal([false, false, false, false])
  })

  it('closes a connection of the same network when that has its share, counting IPv6 by /64', async () => {
    const other = open('2001:db8:0:2::1')
    const first = open('2001:db8:0:1::1')
    const second = open('2001:db8:0:1:ffff::2')
    const third = open('2001:db8:0:1::3', 'known')
    expect(closed(other, first, second, third)).to.deep.equal([false, true, false, false])
    await tick(1)
    open('2001:db8:0:1::4', 'known')
    expect(closed(open('2001:db8:0:1::5'), other)).to.deep.equal([true, false])
  })

  it('gives the place of a closed connection to others', async () => {
    const all = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2'].map((address) => open(address, 'known'))
    all[0]?.destroy()
    await tick(1)
    expect(closed(open('192.0.2.3', 'known'), open('192.0.2.3'))).to.deep.equal([false, true])
  })

  it('counts a TLS connection once, as idle without a known caller until it has a request', async () => {
    const raw = open('192.0.2.1')
    const secure = connectionFrom('192.0.2.1')
    limiter.secured(raw, secure)
    open('192.0.2.1', 'known')
    open('192.0.2.1')
    expect(closed(raw, secure)).to.deep.equal([false, true])
  })

  it('does not offer a connection that has closed meanwhile', async () => {
    const gone = open('192.0.2.1', 'nobody')
    open('192.0.2.1', 'known')
    gone.destroy()
    limiter.markDispensable(gone)
    await tick(1)
    open('192.0.2.1', 'known')
    expect(closed(open('192.0.2.1'))).to.deep.equal([true])
  })

  it('closes one connection for a newcomer when its network and all places are full', () => {
    const others = [open('192.0.2.2', 'nobody'), open('192.0.2.2', 'nobody')]
    const own = [open('192.0.2.1', 'nobody'), open('192.0.2.1', 'nobody')]
    expect(closed(open('192.0.2.1'), ...own, ...others)).to.deep.equal([false, true, false, false, false])
  })
})
