import { parseDuration, positiveDuration } from '../core/formats/duration.ts'
import {
  isContextName,
  isDns1123Label,
  isDns1123Subdomain,
  isPathSegmentName,
} from '../core/formats/names.ts'
import { labelSelectorPattern, parseLabelSelector, SelectorError } from '../core/formats/label-selector.ts'

interface Format {
  /** Returns the error of a text, as a continuation of the parameter's name; undefined if it is valid. */
  readonly errorFor: (text: string) => string | undefined
  /** The same in JSON Schema, for readers of the OpenAPI document, who do not know the format. */
  readonly schema: {
    readonly pattern: string
    readonly minLength?: number
    readonly maxLength?: number
    readonly format?: 'date-time'
  }
}

const LABEL = 'must be an RFC 1123 label: up to 63 of a-z, 0-9 and "-", alphanumeric at both ends'
const SUBDOMAIN =
  'must be an RFC 1123 subdomain: up to 253 of a-z, 0-9, "-" and ".", alphanumeric at both ends of each part'
const PART = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'
const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/

/** White space, as `String.trim` removes it, without control characters. */
const BLANKS = ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'
const [BLANK, INK, PRINTABLE] = [`[${BLANKS}]`, `[^${BLANKS}${CONTROLS}]`, `[^${CONTROLS}]`]
const CONTROL = /\p{Cc}/u
/** Characters of a text to search for, without outer blanks. */
const MAX_SEARCH_TEXT = 256

/** Code units that are no character by themselves. */
const SURROGATES = '\\ud800-\\udfff'
const LINE = `[^${CONTROLS}${SURROGATES}]`
/** Characters of a text that people keep, such as a name they give. */
const MAX_LINE = 512
const MAX_PAGE_PATH = 200
/** A segment of a path that is neither `.` nor `..`. */
const FILE_CHARACTER = `[^/\\\\${CONTROLS}${SURROGATES}]`
const FILE_FIRST = `[^./\\\\${CONTROLS}${SURROGATES}]`
const FILE_SEGMENT = `(?:${FILE_FIRST}|\\.${FILE_FIRST}|\\.\\.${FILE_CHARACTER})${FILE_CHARACTER}*`
const NAME_FIRST = '[A-Za-z0-9_-]'
const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])'

/** Returns the format of texts that match a pattern and have a limited length. */
function patternFormat(pattern: string, maxLength: number, message: string): Format {
  const expression = new RegExp(pattern, 'u')
  return {
    // A character has at most two code units.
    errorFor: (text) =>
      text.length <= 2 * maxLength && Array.from(text).length <= maxLength && expression.test(text)
        ? undefined
        : message,
    // The pattern says so too, but tools may not support it.
    schema: { pattern, maxLength, ...(expression.test('') ? {} : { minLength: 1 }) },
  }
}

/** Formats that the API's JSON Schemas use. All run in linear time and check the length first. */
export const formats: Readonly<Record<string, Format>> = {
  'dns1123-label': {
    errorFor: (text) => (isDns1123Label(text) ? undefined : LABEL),
    schema: { pattern: `^${PART}$`, maxLength: 63 },
  },
  'dns1123-subdomain': {
    errorFor: (text) => (isDns1123Subdomain(text) ? undefined : SUBDOMAIN),
    schema: { pattern: `^${PART}(?:\\.${PART})*$`, maxLength: 253 },
  },
  'path-segment': {
    errorFor: (text) =>
      isPathSegmentName(text)
        ? undefined
        : 'must be a name: at most 253 characters without "/" and "%", not "." or ".."',
    schema: {
      pattern:
        '^(?:[^./%\\u0000-\\u001f\\u007f-\\u009f]|\\.[^./%\\u0000-\\u001f\\u007f-\\u009f]|\\.\\.[^/%\\u0000-\\u001f\\u007f-\\u009f])[^/%\\u0000-\\u001f\\u007f-\\u009f]*$',
      maxLength: 253,
    },
  },
  'context-name': {
    errorFor: (text) => (isContextName(text) ? undefined : 'must be the name of a context'),
    schema: { pattern: '^[^\\u0000-\\u001f\\u007f]+$', maxLength: 512 },
  },
  'label-selector': {
    errorFor: selectorError,
    schema: { pattern: labelSelectorPattern, maxLength: 4096 },
  },
  'search-text': {
    errorFor: searchTextError,
    schema: { pattern: `^${BLANK}*${INK}(?:${PRINTABLE}{0,${MAX_SEARCH_TEXT - 2}}${INK})?${BLANK}*$` },
  },
  duration: {
    errorFor: (text) => {
      const seconds = parseDuration(text)
      if (seconds === undefined) return 'must be a duration such as 90s, 5m, 1h30m or 2d'
      return seconds === 0 ? 'must be longer than 0s' : undefined
    },
    schema: positiveDuration,
  },
  line: patternFormat(
    `^${LINE}+$`,
    MAX_LINE,
    `must be a text of 1 to ${MAX_LINE} characters without control characters`,
  ),
  'unicode-text': {
    errorFor: (text) => (text.isWellFormed() ? undefined : 'must be a text without unpaired surrogates'),
    schema: { pattern: `^[^${SURROGATES}]*$` },
  },
  'namespace-choice': patternFormat(
    `^(?:${PART})?$`,
    63,
    'must be a namespace (an RFC 1123 label), or empty for all namespaces',
  ),
  'page-path': patternFormat(
    `^(?:/|(?:/[^/\\\\${CONTROLS}${SURROGATES}]+)+/?)$`,
    MAX_PAGE_PATH,
    `must be a path of at most ${MAX_PAGE_PATH} characters that begins with "/", without "//", "\\" and control characters`,
  ),
  'file-path': patternFormat(
    `^${FILE_SEGMENT}(?:/${FILE_SEGMENT})*$`,
    MAX_LINE,
    `must be a path of at most ${MAX_LINE} characters without "/" at its ends, "..", "\\" and control characters`,
  ),
  'repository-name': patternFormat(
    `^(?:${NAME_FIRST}|\\.${NAME_FIRST}|\\.\\.[A-Za-z0-9_.-])[A-Za-z0-9_.-]*$`,
    100,
    'must have 1 to 100 of a-z, A-Z, 0-9, "_", "." and "-", and not be "." or ".."',
  ),
  'https-url': patternFormat(
    `^https://${HOST}(?::[0-9]{1,5})?(?:[/?#][!-~]*)?$`,
    MAX_LINE,
    `must be an https URL of at most ${MAX_LINE} characters, without a user name`,
  ),
  timestamp: {
    errorFor: (text) => (TIMESTAMP.test(text) ? undefined : 'must be a time as 2026-11-20T11:25:00Z'),
    schema: { format: 'date-time', pattern: TIMESTAMP.source },
  },
}

function searchTextError(text: string): string | undefined {
  if (CONTROL.test(text)) return 'must not have control characters'
  const length = Array.from(text.trim()).length
  if (length === 0) return 'must have a character that is not blank'
  return length > MAX_SEARCH_TEXT ? `must have at most ${MAX_SEARCH_TEXT} characters` : undefined
}

function selectorError(text: string): string | undefined {
  try {
    parseLabelSelector(text)
    return undefined
  } catch (error) {
    if (error instanceof SelectorError) return `must be a label selector: ${error.message}`
    throw error
  }
}
