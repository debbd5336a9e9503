import { isPublicText } from './public-text.ts'
import { MASK } from './redact.ts'

const PEM = /-----BEGIN [^-]+-----[^]*?(?:-----END [^-]+-----|$)/g
const JSON_WEB_TOKEN = /\beyJ[\w-]{4,}(?:\.[\w-]*)*/g
const SCHEME = /\b(bearer|basic)(\s+)[^\s"',]+/gi
const USERINFO = /(:\/\/)[^\s/?#@]+@/g
/** The rest of a key is bounded: otherwise a long text of such words would be searched again from each of them. */
const ASSIGNMENT =
  /((?:password|passwd|passphrase|token|secret|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)[\w-]{0,64}["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s"',;&]+)/gi
/** Texts of such a length are tokens, keys or digests rather than words; paths have fewer characters between dots. */
const RUN = /[\w+/=~-]{32,}/g

interface Redaction {
  /** Whether long names of objects and images stay, such as those of Pods; so do UUIDs, digests and other public texts. */
  readonly keepNames?: boolean
}

/** Masks the credentials in a text of unknown origin, such as the standard error of a program. Masks too much rather than too little. */
export function redactText(text: string, { keepNames = false }: Redaction = {}): string {
  return text
    .replaceAll(PEM, MASK)
    .replaceAll(USERINFO, `$1${MASK}@`)
    .replaceAll(JSON_WEB_TOKEN, MASK)
    .replaceAll(SCHEME, `$1$2${MASK}`)
    .replaceAll(ASSIGNMENT, `$1${MASK}`)
    .replaceAll(RUN, (run: string, at: number, whole: string) => {
      if (keepNames && isPublicText(run, whole, at)) return run
      return /\d/.test(run) || run.length >= 64 ? MASK : run
    })
}
