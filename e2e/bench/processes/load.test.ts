import { expect } from 'chai'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { openServer } from '../../../server/testing/open-server.ts'
import { Child } from '../measure/child.ts'
import { failuresOf, type OpenLoad, type OpenResult } from '../measure/open-loop.ts'

describe('an open loop', () => {
  let load: Child
  let server: Server

  before(async () => {
    load = await Child.start(join(import.meta.dirname, 'load.ts'))
    closeAfterwards('the process of the load', () => load.end())
  })

  async function loop(answer: RequestListener, plan: Pick<OpenLoad, 'connections'>): Promise<OpenResult> {
    server = createServer(answer)
    const port = await openServer(server)
    const urls = [`http://127.0.0.1:${port}/`]
    return load.ask('openLoop', { urls, perSecond: 200, seconds: 0.2, ...plan })
  }

  it('asks on every connection in turn, so that none stays silent', async () => {
    const asked = new Set<Socket>()
    const found = await loop(
      (request, response) => {
        asked.add(request.socket)
        response.end('answered')
      },
      { connections: 10 },
    )
    expect(found).to.include({ sent: 40, failed: 0 })
    expect(failuresOf([found])).to.equal(undefined)
    // On a busy machine a connection may be passed over while its response is under way.
    expect(asked.size).to.equal(10)
  })

  it('tells how requests failed', async () => {
    let answered = 0
    const found = await loop(
      (request, response) => {
        answered++
        if (answered === 20) request.socket.destroy()
        else response.writeHead(answered === 10 ? 503 : 200).end('answered')
      },
      { connections: 1 },
    )
    expect(found.failed).to.equal(2)
    expect(failuresOf([found])).to.match(
      /^2 requests were not answered: 503 after 0\.\d\d s, its connection ended after 0\.\d\d s$/,
    )
  })
})
