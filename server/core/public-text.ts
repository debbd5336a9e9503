/** Names of Kubernetes and of images, of which no part is as long as a token. */
const NAME = /^\/?[a-z0-9]{1,20}(?:[-/][a-z0-9]{1,20})+$/
/** A hash in hexadecimal after a word that says so; a bare one may be a key. */
const NAMED_HASH =
  /(?:^|[^A-Za-z0-9])(?:commit|revision|rev|sha-?(?:1|256)|digest|checksum|hash|md5|etag|tree|blob|HEAD is now at)["']?\s{0,2}[:=@]?\s{0,2}["']?(?:[a-f0-9]{32}|[a-f0-9]{40}|[a-f0-9]{64})$/
/** Letters before a run that may say what it is. */
const CONTEXT = 24
const BASE64 = /^[A-Za-z0-9+/]{16,}={0,2}$/
const PROSE = /^[A-Za-z]{1,20}(?:[ ,.'-]{1,2}[A-Za-z]{1,20}){2,}[.!?\n]?$/

/**
 * Whether a long run of letters and digits, which begins at `at` in a text, is public: a name of Kubernetes, a UUID, the
 * digest of an image, a hash that is called one, or words in base64.
 */
export function isPublicText(run: string, whole: string, at: number): boolean {
  return (
    NAME.test(run) || NAMED_HASH.test(whole.slice(Math.max(0, at - CONTEXT), at) + run) || isEncodedProse(run)
  )
}

function isEncodedProse(run: string): boolean {
  return BASE64.test(run) && PROSE.test(Buffer.from(run, 'base64').toString('latin1'))
}
