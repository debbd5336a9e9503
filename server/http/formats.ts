import { parseDuration } from '../grammar/duration.ts'
import { isContextName, isDns1123Label, isDns1123Subdomain } from '../grammar/names.ts'
import { parseSelector, SelectorError } from '../grammar/selector.ts'

interface Format {
  /** What is wrong with the text, in words that follow the parameter's name; undefined: nothing. */
  mistake(text: string): string | undefined
}

const LABEL = 'must be an RFC 1123 label: up to 63 of a-z, 0-9 and "-", alphanumeric at both ends'
const SUBDOMAIN =
  'must be an RFC 1123 subdomain: up to 253 of a-z, 0-9, "-" and ".", alphanumeric at both ends of each part'

/** The formats the contract's schemas name. All are linear in the text and look at its length first. */
export const formats: Readonly<Record<string, Format>> = {
  'dns1123-label': { mistake: (text) => (isDns1123Label(text) ? undefined : LABEL) },
  'dns1123-subdomain': { mistake: (text) => (isDns1123Subdomain(text) ? undefined : SUBDOMAIN) },
  'context-name': { mistake: (text) => (isContextName(text) ? undefined : 'must be the name of a context') },
  'label-selector': { mistake: selectorMistake },
  duration: {
    mistake: (text) => {
      const seconds = parseDuration(text)
      if (seconds === undefined) return 'must be a duration such as 90s, 5m, 1h30m or 2d'
      return seconds === 0 ? 'must be longer than 0s' : undefined
    },
  },
  timestamp: {
    mistake: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? undefined : 'must be a time as 2026-11-20T11:25:00Z',
  },
}

function selectorMistake(text: string): string | undefined {
  try {
    parseSelector(text)
    return undefined
  } catch (error) {
    if (error instanceof SelectorError) return `must be a label selector; it ${error.message}`
    throw error
  }
}
