import { Ajv2020 } from 'ajv/dist/2020.js'
import express from 'express'
import helmet from 'helmet'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { Agent } from 'undici'
import winston from 'winston'

/*
 * L4: the cost of the service's dependencies without the service. @kubernetes/client-node is left out,
 * because the service uses nothing but its types. The script imports nothing of the project, for the same
 * reason as static.ts.
 */
const log = winston.createLogger({ transports: [new winston.transports.Console()], silent: true })
const check = new Ajv2020({ allErrors: true }).compile({ type: 'object' })
const registry = new Registry()
collectDefaultMetrics({ register: registry })
const agent = new Agent()

const app = express()
app.use(helmet())
app.get('/', (_request, response) => {
  response.json({ fits: check({}) })
})
const server = app.listen(0, '127.0.0.1', () => process.send?.({ id: 0 }))

process.on('message', ({ id }: { id: number }) => {
  const address = server.address()
  process.send?.({ id, result: typeof address === 'object' ? address?.port : 0 })
})
process.on('disconnect', () => {
  log.close()
  void agent.close()
  process.exit(0)
})
