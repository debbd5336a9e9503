import { Ajv2020 } from 'ajv/dist/2020.js'
import { formats } from '../../../server/api/formats.ts'
import { routes } from '../../../server/app/routes.ts'
import { errorMessage } from '../../../server/core/errors.ts'
import { checkDeclared, type ReceivedResponse } from '../declared-responses.ts'

/** Errors that the service blames on itself, or words of the engine. */
const UNEXPECTED = /^internal error|cannot read prop|is not (a function|iterable)|of undefined/i

const ajv = new Ajv2020({ strict: false })
for (const [name, format] of Object.entries(formats))
  ajv.addFormat(name, { type: 'string', validate: (text: string) => format.errorFor(text) === undefined })
const events = new Map(
  routes.flatMap(({ response }) =>
    response.kind === 'events' ? response.events.map(({ event, data }) => [event, ajv.compile(data)]) : [],
  ),
)

/**
 * Returns what is wrong with a response; undefined if its route declares it. The service itself checks that JSON matches its
 * schema, and reports a mismatch as an unexpected error.
 */
export function violationOf(path: string, response: ReceivedResponse): string | undefined {
  try {
    checkDeclared('GET', path, response)
  } catch (error) {
    return errorMessage(error)
  }
  const { status, contentType, text } = response
  if (contentType?.startsWith('text/event-stream') === true) return wrongEvent(text)
  if (status < 400) return undefined
  const { error, details } = JSON.parse(text) as Record<string, unknown>
  return UNEXPECTED.test(String(error)) || UNEXPECTED.test(String(details)) ? text : undefined
}

function wrongEvent(text: string): string | undefined {
  for (const block of text.split('\n\n').slice(0, -1)) {
    const name = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (name === undefined || data === undefined) continue
    if (events.get(name)?.(JSON.parse(data)) !== true)
      return `an event that is not declared: ${block.slice(0, 500)} ${ajv.errorsText(events.get(name)?.errors)}`
  }
  return undefined
}
