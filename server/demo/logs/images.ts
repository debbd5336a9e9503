import type { Container } from '../types.ts'
import { type Program, ending, shellProgram, steady } from './simulated-program.ts'

const routes = ['/', '/cart', '/checkout', '/api/items', '/api/items/42', '/healthz']
const clients = ['10.244.1.7', '10.244.2.11', '10.244.1.23']

function pick<Element>(from: readonly Element[], index: number): Element | undefined {
  return from[(index * 7 + (index >> 3)) % from.length]
}

function access(index: number): string {
  const status = index % 41 === 40 ? 502 : index % 17 === 16 ? 404 : 200
  const size = 180 + ((index * 37) % 4000)
  return `${pick(clients, index)} "GET ${pick(routes, index)} HTTP/1.1" ${status} ${size} ${3 + (index % 40)}ms`
}

function structured(index: number): string {
  const level = index % 29 === 28 ? 'warn' : 'info'
  const route = pick(routes, index)
  return JSON.stringify({
    level,
    msg: 'request served',
    route,
    ms: 3 + (index % 90),
    request: 100_000 + index,
  })
}

/** Programs of containers without a command, by the last part of the image's name. */
const images: Readonly<Record<string, Program>> = {
  nginx: steady(1500, access),
  storefront: steady(1200, access),
  cart: steady(2000, structured),
  ledger: steady(3000, structured),
  prometheus: steady(
    15_000,
    (index) => `ts=${index} level=info component=tsdb msg="write block" blocks=${index}`,
  ),
  coredns: steady(
    30_000,
    (index) => `[INFO] 10.244.1.7:${40_000 + (index % 9000)} - A IN cart.shop.svc. NOERROR`,
  ),
  'log-shipper': steady(10_000, (index) => `shipped ${50 + (index % 30)} records`),
  migrate: ending(['applying 0007_orders.sql', 'applying 0008_refunds.sql', 'schema is up to date'], 300, 0),
  report: ending(['reading ledger', 'wrote 1204 rows', 'done'], 400, 0),
  payments: ending(
    [
      'starting payments 2.4.0',
      'connecting to ledger-db:5432',
      'FATAL: password authentication failed for user "payments"',
    ],
    700,
    1,
  ),
}

const idle: Program = { written: () => 0, line: () => ({ at: Infinity, text: '' }), exit: undefined }

/**
 * Returns the program of a container: its shell script if that can be interpreted, otherwise the image's
 * program.
 */
export function behaviourOf({ image, command = [], args = [] }: Container): Program {
  const words = [...command, ...args]
  const [shell = '', flag = '', script = ''] = words
  if (/(^|\/)(ba)?sh$/.test(shell) && flag === '-c') return shellProgram(script) ?? idle
  if (words.length > 0) return shellProgram(words.join(' ')) ?? idle
  const name =
    image
      .replace(/[@:][^/]*$/, '')
      .split('/')
      .at(-1) ?? ''
  return (Object.hasOwn(images, name) ? images[name] : undefined) ?? idle
}
