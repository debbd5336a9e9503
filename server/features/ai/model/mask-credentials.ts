import { redactText } from '../../../core/redact-text.ts'
import { MASK } from '../../../core/redact.ts'

/** Texts with a fixed beginning or form that only credentials have. */
const FORMS = new RegExp(
  [
    // Key ids of AWS.
    String.raw`\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{12,}`,
    String.raw`\b(?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|soat)-|xox[a-z]-|xapp-|sk[-_]|[rp]k_(?:live|test)_|whsec_|AIza|ya29\.|npm_|pypi-|hf_|do[por]_v1_|SG\.|shp(?:at|ca|pa|ss)_|hvs\.|dckr_pat_|lin_api_|nvapi-|gsk_|r8_|tskey-|glsa_|AGE-SECRET-KEY-|EAA[A-Z])[\w.=-]{8,}`,
    // Bootstrap tokens of Kubernetes.
    String.raw`\b[a-z0-9]{6}\.[a-z0-9]{16}\b`,
    // Hashes of passwords.
    String.raw`\$(?:2[abxy]|5|6|7|y|argon2id?|scrypt)\$[^\s"']+`,
    String.raw`https://hooks\.[a-z.]+/\S+`,
    // E-mail addresses.
    String.raw`[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+`,
  ].join('|'),
  'g',
)

const SECRET_WORD = 'password|passwd|passphrase|pwd'
const KEY_WORD = `${SECRET_WORD}|pass|account_?key|shared_?access_?key|encryption_?key|signing_?key|license_?key|session(?:_?id)?|sid|signature|sig|sas|dsn|otp|_auth|client_?secret|token|secret|api_?key`

/** Each pattern has the text that stays as its first group; the rest is masked. */
const CONTEXTS: readonly RegExp[] = [
  // A block of YAML after a key, on one line or more; it has no end that a text shows.
  new RegExp(
    String.raw`(\b[\w-]{0,64}(?:${SECRET_WORD}|token|secret|key|credentials?)[\w-]{0,64}["']?\s{0,4}:\s{0,4}[|>][-+0-9]{0,3}\s)[^]+`,
    'gi',
  ),
  // Up to the end of the line: passwords have blanks and commas.
  new RegExp(String.raw`((?:${SECRET_WORD})[\w-]{0,64}["']?\s{0,4}:\s{0,4})(?!["'(])[^\n]{1,4096}`, 'gi'),
  new RegExp(String.raw`((?:${SECRET_WORD})[\w-]{0,64}=)(?!["'(])\S+`, 'gi'),
  new RegExp(
    String.raw`((?:${SECRET_WORD})\s{1,4}(?:is\s+|was\s+)?)(?:"[^"\n]+"|'[^'\n]+'|\x60[^\x60\n]+\x60)`,
    'gi',
  ),
  new RegExp(
    String.raw`((?:^|[^A-Za-z])(?:${KEY_WORD})["']?\s{0,4}[:=]\s{0,4})(?:"[^"]*"|'[^']*'|[^\s"',;&(]+)`,
    'gi',
  ),
  // JSON in a text of JSON.
  new RegExp(String.raw`((?:${KEY_WORD}|credentials?)[\w-]{0,64}\\+["']\s*[:=]\s*\\+["'])[^"'\\]*`, 'gi'),
  // Flags with the value as the next word.
  new RegExp(
    String.raw`(--?[\w-]{0,32}(?:${KEY_WORD}|credentials?)[\w-]{0,32}\s{1,4})(?![-(])(?:"[^"]*"|'[^']*'|\S+)`,
    'gi',
  ),
  // A password as the next word, if it looks like one, or after a login.
  new RegExp(
    String.raw`((?:${SECRET_WORD})\s{1,4}(?:is\s+|was\s+)?)(?=[^\s"']{0,128}[\d!@#$%^&*])[^\s"']+`,
    'gi',
  ),
  /(\blogin\s{1,4}\S{1,128}\s{1,4}password\s{1,4})\S+/gi,
  // Options of programs: curl -u, mysql -p, sshpass -p, docker login -p.
  /(\s(?:-u|--user)[\s=]{1,4}["']?[^\s:"']{1,64}:)[^\s"']+/g,
  /(\bmysql\w{0,10}\b[^\n]{0,200}?\s-p)[^\s-]\S*/g,
  /(\b(?:login|sshpass)\b[^\n]{0,200}?\s-p\s{0,4})[^\s-]\S*/g,
  /("auth"\s*:\s*)"[^"]*"/gi,
  /((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:[A-Za-z][\w-]{0,32}\s+)?[^\s"',]+/gi,
  /(\b(?:set-)?cookie["']?\s*[:=]\s*["']?)[^\n"']+/gi,
  /([?&](?:token|sig|signature|key|code|state|auth|access_?token|api_?key|x-amz-[a-z-]+)=)[^&\s"']+/gi,
  // A password in a URL may have slashes and at signs.
  /(:\/\/[^\s/:@]{0,256}:)[^\s"']{1,512}(?=@)/g,
]

const WORD = /[\w+/.~-]{20,31}/g

/** Masks the credentials in a text for a model, besides those that secretlint finds. Masks too much rather than too little. */
export function maskCredentials(text: string): string {
  let masked = text
  for (const pattern of CONTEXTS) masked = masked.replaceAll(pattern, `$1${MASK}`)
  masked = masked.replaceAll(FORMS, MASK)
  masked = redactText(masked, { keepNames: true })
  return masked.replaceAll(WORD, (word) => (isRandom(word) ? MASK : word))
}

/** Whether a word mixes letters and digits as only generated ones do. */
function isRandom(word: string): boolean {
  const count = (pattern: RegExp): number => word.match(pattern)?.length ?? 0
  return count(/\d/g) >= 3 && count(/[A-Z]/g) >= 3 && count(/[a-z]/g) >= 3 && !isProse(word)
}

function isProse(word: string): boolean {
  const text = Buffer.from(word, 'base64').toString('latin1')
  return /^[A-Za-z]+(?:[ ,.'-]+[A-Za-z]+)+[.!?\n]?$/.test(text)
}
