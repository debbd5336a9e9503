import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { isObject } from '../../../core/json.ts'
import { maskAnnotation, MASK } from '../../../core/redact.ts'
import { maskCredentials } from './mask-credentials.ts'

const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const CONFIG = { rules: [{ id: PRESET, rule: creator, options: {} }] }
/** Private keys whose lines are texts of their own. */
const PEM = /-----BEGIN [^-\n]{1,64}-----[^]{0,16384}?-----END [^-\n]{1,64}-----/g
/** Longest JSON in a text that is parsed. */
const MAX_JSON = 64 * 1024

// It would keep an entry of each rule for each text, for ever.
secretLintProfiler.setEnabled(false)

const WORD = /[\w+/=~-]/

type Range = readonly [from: number, to: number]

/**
 * Masks the credentials in texts that belong together: those of JSON by its structure first, then those that secretlint knows,
 * also across texts, then those of this service's own patterns.
 */
export async function redactFacts(texts: readonly string[]): Promise<readonly string[]> {
  const structured = texts.map(redactJson)
  const whole = structured.join('\n')
  const ranges = [
    ...(await lintedRanges(whole)),
    ...[...whole.matchAll(PEM)].map((match): Range => [match.index, match.index + match[0].length]),
  ]
  let start = 0
  return structured.map((text) => {
    const from = start
    start += text.length + 1
    return maskCredentials(maskRanges(text, from, ranges))
  })
}

/** Masks the fields of a JSON object in a text, as those of an annotation. */
function redactJson(text: string): string {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}') + 1]
  if (from === -1 || to <= from || to - from > MAX_JSON) return text
  const json = text.slice(from, to)
  try {
    if (!isObject(JSON.parse(json))) return text
  } catch {
    return text
  }
  return text.slice(0, from) + maskAnnotation('', json) + text.slice(to)
}

async function lintedRanges(whole: string): Promise<readonly Range[]> {
  const { messages } = await lintSource({
    source: {
      // A comment in a log must not turn a rule off. Both words have one length, so ranges stay.
      content: whole.replaceAll(/secretlint-/gi, 'secretlint_'),
      filePath: 'facts.txt',
      ext: '.txt',
      contentType: 'text',
    },
    options: { config: CONFIG, noPhysicFilePath: true },
  })
  return messages.map(({ range }) => wholeWords(whole, range))
}

/** Extends a range to whole words: some rules end in the middle of a longer credential. */
function wholeWords(whole: string, [first, last]: Range): Range {
  let [from, to] = [first, last]
  while (from > 0 && WORD.test(whole.charAt(from - 1))) from--
  while (to < whole.length && WORD.test(whole.charAt(to))) to++
  return [from, to]
}

/** Masks the parts of a text, which begins at `start`, that lie in a range. */
function maskRanges(text: string, start: number, ranges: readonly Range[]): string {
  const end = start + text.length
  const within = ranges
    .map(([from, to]): Range => [Math.max(from, start) - start, Math.min(to, end) - start])
    .filter(([from, to]) => from < to)
    .toSorted(([a], [b]) => a - b)
  let masked = ''
  let done = 0
  for (const [from, to] of within) {
    if (to <= done) continue
    masked += text.slice(done, Math.max(from, done)) + MASK
    done = to
  }
  return masked + text.slice(done)
}
