import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAfterwards } from './fixtures.ts'

/** Listens on a free port of an address of this host until the test is over, or the file of the `before` hook; returns the port. */
export async function openServer(server: Server, address = '127.0.0.1'): Promise<number> {
  closeAfterwards('a server', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, address, resolve)
  })
  return (server.address() as AddressInfo).port
}
