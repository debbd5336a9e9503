import { call } from '../support/http.ts'
import { withoutAges } from './ages.ts'
import { difference } from './difference.ts'
import type { Question } from './question.ts'

/** The result of one request. */
export interface Verdict {
  question: Question
  /** The X-Cache status of the response: `hit` if all pages were hits, otherwise the first other status. */
  cache: string
  /** The difference from the expected response; undefined if there is none. */
  wrong: string | undefined
}

const AT_ONCE = 8

/** Sends all requests, several at a time. */
export async function askAll(api: string, questions: readonly Question[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const left = questions.values()
  const one = async (): Promise<void> => {
    for (const question of left) verdicts.push(await ask(api, question))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return verdicts
}

async function ask(api: string, question: Question): Promise<Verdict> {
  const caches = new Set<string>()
  const get = async (path: string): Promise<Record<string, unknown>> => {
    const sentAt = Date.now()
    const { status, headers, json, text } = await call(api, 'GET', path)
    caches.add(headers.get('x-cache') ?? 'none')
    if (status !== 200) throw new Wrong(`${status} ${text}`)
    const [body, age] = withoutAges(json, [sentAt, Date.now()])
    if (age !== undefined) throw new Wrong(age)
    return body as Record<string, unknown>
  }
  const wrong = await look(question, get).catch((error: unknown) => {
    if (error instanceof Wrong) return error.message
    throw error
  })
  return { question, wrong, cache: [...caches].find((one) => one !== 'hit') ?? 'hit' }
}

class Wrong extends Error {}

async function look(
  { path, field, expected, limit, read = (body) => body }: Question,
  get: (path: string) => Promise<Record<string, unknown>>,
): Promise<string | undefined> {
  // A field that is undefined does not appear in JSON, so it is not a difference.
  const wanted: unknown = JSON.parse(JSON.stringify(expected))
  if (field === undefined) return difference(wanted, read(await get(path)))
  if (limit === undefined) return difference({ [field]: wanted }, read(await get(path)))
  const items: unknown[] = []
  let next: unknown = ''
  do {
    const page = await get(
      `${path}&limit=${limit}${next === '' ? '' : `&continue=${JSON.stringify(next).slice(1, -1)}`}`,
    )
    const { [field]: part, continue: more, remaining, ...rest } = page
    if (!Array.isArray(part) || part.length > limit) return `a page of ${limit} holds ${JSON.stringify(part)}`
    if (Object.keys(rest).length > 0) return `a page says ${Object.keys(rest).join(', ')}`
    items.push(...(part as unknown[]))
    const left = Array.isArray(wanted) ? wanted.length - items.length : 0
    if (remaining !== undefined && remaining !== left)
      return `${JSON.stringify(remaining)} remaining, where ${left} should be`
    next = more
  } while (next !== undefined)
  return difference(wanted, items)
}
