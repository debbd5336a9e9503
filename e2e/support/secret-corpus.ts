/** A credential, planted in a text. */
export interface PlantedSecret {
  readonly sort: string
  readonly text: string
  /** The parts that must not be sent. */
  readonly secrets: readonly string[]
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
const ALL = LOWER + UPPER + DIGITS

/** Numbers that are the same in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Letters = (alphabet: string, length: number) => string

function lettersOf(random: () => number): Letters {
  return (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('')
}

/** A text with a credential, and the credential. */
type Sample = readonly [text: string, ...secrets: string[]]

/** Twenty-five sorts of credentials, each in the words that it is found in. */
const sorts: Readonly<Record<string, (letters: Letters) => Sample>> = {
  'key id of AWS': (letters) => one((id) => `using key AKIA${id}`, letters(UPPER + DIGITS, 16)),
  'secret key of AWS': (letters) => one((key) => `aws_secret_access_key = ${key}`, letters(ALL, 40)),
  'token of GitHub': (letters) => one((token) => `remote: ghp_${token} denied`, letters(ALL, 36)),
  'fine-grained token of GitHub': (letters) =>
    one((token) => `git clone with github_pat_${token}`, `${letters(ALL, 22)}_${letters(ALL, 59)}`),
  'token of GitLab': (letters) => one((token) => `registry login glpat-${token}`, letters(ALL, 20)),
  'token of Slack': (letters) =>
    one(
      (token) => `slack: xoxb-${token}`,
      `${letters(DIGITS, 12)}-${letters(DIGITS, 12)}-${letters(ALL, 24)}`,
    ),
  'webhook of Slack': (letters) =>
    one(
      (path) => `POST https://hooks.slack.com/services/${path}: 404`,
      `T${letters(UPPER, 8)}/B${letters(UPPER, 8)}/${letters(ALL, 24)}`,
    ),
  'key of Stripe': (letters) => one((key) => `stripe said no to sk_live_${key}`, letters(ALL, 24)),
  'key of OpenAI': (letters) => one((key) => `Incorrect API key: sk-proj-${key}.`, letters(ALL, 40)),
  'key of Anthropic': (letters) => one((key) => `x-api-key sk-ant-api03-${key}`, letters(ALL, 60)),
  'key of Google': (letters) => one((key) => `maps call with AIza${key}`, letters(ALL, 35)),
  'JSON Web Token': (letters) =>
    one(
      (token) => `token eyJhbGciOiJSUzI1NiJ9.eyJ${token} is expired`,
      `${letters(ALL, 30)}.${letters(ALL, 43)}`,
    ),
  'bearer header': (letters) => one((token) => `Authorization: Bearer ${token}`, letters(ALL, 18)),
  'basic header': (letters) => one((user) => `authorization: Basic ${user}=`, letters(ALL, 19)),
  'assigned password': (letters) => one((word) => `password=${word}`, letters(ALL, 11)),
  'URL of a database': (letters) =>
    one((word) => `dial postgres://shop:${word}@db.shop:5432/shop failed`, letters(ALL, 12)),
  'private key': (letters) =>
    one(
      (key) => `-----BEGIN RSA PRIVATE KEY----- ${key} -----END RSA PRIVATE KEY-----`,
      letters(ALL, 60),
      letters(ALL, 22),
    ),
  'key of SendGrid': (letters) =>
    one((key) => `mail with SG.${key}`, `${letters(ALL, 22)}.${letters(ALL, 43)}`),
  'token of npm': (letters) => one((token) => `//registry/:_authToken=npm_${token}`, letters(ALL, 36)),
  'key of Azure': (letters) =>
    one(
      (key) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${key}==;EndpointSuffix=x`,
      letters(ALL, 86),
    ),
  'key of Datadog': (letters) => one((key) => `DD_API_KEY=${key}`, letters(HEX, 32)),
  'e-mail address': (letters) =>
    one((name) => `no mailbox ${name}@customer.example`, `${letters(LOWER, 9)}.${letters(LOWER, 9)}`),
  'flag with a password': (letters) => one((word) => `mysqldump --password ${word} shop`, letters(ALL, 13)),
  cookie: (letters) => one((value) => `Cookie: theme=dark; session=${value}`, letters(ALL, 16)),
  'field of JSON': (letters) => one((value) => `{"user":"ada","clientSecret":"${value}"}`, letters(ALL, 14)),
}

/** Places in which a text reaches the facts. */
const carriers: readonly ((text: string) => string)[] = [
  // Logs.
  (text) => `2026-11-28T01:02:03Z ERROR worker 7: ${text}`,
  (text) => JSON.stringify({ level: 'error', time: 1764291723, msg: text }),
  // An Event.
  (text) => `Error: failed to start container "app": ${text}`,
  // A spec.
  (text) => `containers[app].args: ["serve", ${JSON.stringify(text)}]`,
  // An annotation: an object in the text of another.
  (text) =>
    JSON.stringify({ metadata: { annotations: { note: text, copy: JSON.stringify({ note: text }) } } }),
  // Files.
  (text) => `apiVersion: v1\nkind: ConfigMap\ndata:\n  app.conf: |\n    ${text}\n    retries: 3\n`,
  (text) => `# ${text}\nreplicas: 3`,
  (text) => `secretlint-disable ${text} secretlint-enable`,
]

/** Returns 200 planted secrets: each sort in each carrier. */
export function plantedSecrets(): readonly PlantedSecret[] {
  const letters = lettersOf(numbers(48))
  return Object.entries(sorts).flatMap(([sort, make]) =>
    carriers.map((carry) => {
      const [text, ...secrets] = make(letters)
      return { sort, text: carry(text), secrets }
    }),
  )
}

function one(text: (secret: string) => string, ...secrets: string[]): Sample {
  return [text(secrets.join(' ')), ...secrets]
}

/** Ten sorts of harmless texts that look like credentials. */
const innocents: readonly ((letters: Letters, at: number) => string)[] = [
  (letters) =>
    `${letters(HEX, 8)}-${letters(HEX, 4)}-4${letters(HEX, 3)}-a${letters(HEX, 3)}-${letters(HEX, 12)}`,
  (letters) => `registry.example.com/shop/web@sha256:${letters(HEX, 64)}`,
  (letters) => `storefront-checkout-${letters('bcdf456789', 10)}-${letters('bcdf456789', 5)}`,
  (letters) => `commit ${letters(HEX, 40)}`,
  (letters) => `md5: ${letters(HEX, 32)}`,
  (letters) => `containerd://${letters(HEX, 12)}`,
  (letters, at) =>
    Buffer.from(`the ${letters(LOWER, 4)} shop is ${at % 2 === 0 ? 'open today' : 'closed now'}`).toString(
      'base64',
    ),
  (letters) => `10.${letters(DIGITS, 2)}.0.1:8443 resourceVersion ${letters(DIGITS, 9)}`,
  (letters) => `/var/lib/kubelet/pods/${letters(HEX, 8)}/volumes/kubernetes.io~configmap/settings`,
  (letters) =>
    `ingressroutes.traefik.containo.us/v1alpha1 generation ${letters(DIGITS, 3)} of AbstractFactory`,
]

/** Returns 200 harmless texts that look like credentials. */
export function lookAlikes(): readonly string[] {
  const letters = lettersOf(numbers(84))
  return Array.from({ length: 20 }).flatMap((_, at) => innocents.map((make) => make(letters, at)))
}
