import { isObject } from '../../core/json.ts'

/** Time before its end at which a token is renewed, unless it is valid for less than twice as long. */
const RENEW_BEFORE_MS = 10 * 60_000

/** Tokens that the host issued to a person. All times are milliseconds since 1970; undefined: there is no end. */
export interface HostTokens {
  readonly accessToken: string
  readonly expiresAt: number | undefined
  /** Time from which the access token is renewed. */
  readonly renewAt: number | undefined
  readonly refreshToken: string | undefined
  readonly refreshExpiresAt: number | undefined
}

/** The account of a person at the host. */
export interface HostAccount extends HostTokens {
  /** URL of the host, and the OAuth client that its tokens are for. */
  readonly issuer: string
  readonly clientId: string
  /** Issuer and subject of the person at this service. */
  readonly subject: string
  readonly login: string
  /** Identifier of the connection, a new one each time that the person connects. */
  readonly id: string
  /** Number of times that the tokens were renewed. */
  readonly generation: number
}

/** Returns the tokens of a response, by the seconds that each of them is valid. */
export function tokensOf(
  issued: {
    readonly accessToken: string
    readonly seconds: number | undefined
    readonly refreshToken: string | undefined
    readonly refreshSeconds: number | undefined
  },
  now: number,
): HostTokens {
  const { accessToken, refreshToken, seconds, refreshSeconds } = issued
  const expiresAt = endOf(seconds, now)
  const renewAt =
    expiresAt === undefined || refreshToken === undefined
      ? undefined
      : expiresAt - Math.min(RENEW_BEFORE_MS, (expiresAt - now) / 2)
  return { accessToken, expiresAt, renewAt, refreshToken, refreshExpiresAt: endOf(refreshSeconds, now) }
}

function endOf(seconds: number | undefined, now: number): number | undefined {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? now + seconds * 1000 : undefined
}

/** Whether the access token has not expired. */
export function isValid({ expiresAt }: HostTokens, now: number): boolean {
  return expiresAt === undefined || now < expiresAt
}

/** Whether new tokens can be issued without the person. */
export function isRenewable({ refreshToken, refreshExpiresAt }: HostTokens, now: number): boolean {
  return refreshToken !== undefined && (refreshExpiresAt === undefined || now < refreshExpiresAt)
}

/** Returns the time at which the person has to connect again; undefined if there is none. */
export function endOfConnection(account: HostTokens): number | undefined {
  return account.refreshToken === undefined ? account.expiresAt : account.refreshExpiresAt
}

/** Returns the account in a sealed text; undefined if it is none. */
export function parseAccount(text: string): HostAccount | undefined {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return undefined
  const { issuer, clientId, subject, login, id, accessToken, refreshToken, generation } = value
  const texts = [issuer, clientId, subject, login, id, accessToken]
  if (!texts.every((one) => typeof one === 'string') || typeof generation !== 'number') return undefined
  const [at, renewAt, refreshAt] = [value['expiresAt'], value['renewAt'], value['refreshExpiresAt']].map(
    (one) => (typeof one === 'number' ? one : undefined),
  )
  return {
    issuer: String(issuer),
    clientId: String(clientId),
    subject: String(subject),
    login: String(login),
    id: String(id),
    generation,
    accessToken: String(accessToken),
    expiresAt: at,
    renewAt,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    refreshExpiresAt: refreshAt,
  }
}
