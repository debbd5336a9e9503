/** A caller as the API server knows it. */
export interface CallerIdentity {
  username: string
  uid: string
  groups: string[]
  extra: Record<string, string[]>
}

/** Differs for each credential of a user. */
const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id'

/** CEL expression that describes the caller of an admission request. */
export const IDENTITY_EXPRESSION = [
  '"caller=" + request.userInfo.username',
  '(has(request.userInfo.uid) ? " uid=" + request.userInfo.uid : " uid=")',
  '" groups=" + (has(request.userInfo.groups) ? request.userInfo.groups.join(",") : "")',
  '" extra=" + (has(request.userInfo.extra) ? request.userInfo.extra.map(key, key + ":" + request.userInfo.extra[key].join("+")).join(",") : "")',
  '" end"',
].join(' + ')

/** Parses a description in a message of the API server. */
export function identityIn(message: string): CallerIdentity {
  const [, username = '', uid = '', groups = '', extra = ''] =
    /caller=(.*) uid=(.*) groups=(.*) extra=(.*) end/.exec(message) ?? []
  if (username === '') throw new Error(`no identity in: ${message}`)
  const list = (text: string, separator: string) => (text === '' ? [] : text.split(separator))
  const entries = list(extra, ',').map((entry): [string, string[]] => {
    const colon = entry.lastIndexOf(':')
    return [entry.slice(0, colon), list(entry.slice(colon + 1), '+')]
  })
  return comparable({ username, uid, groups: list(groups, ','), extra: Object.fromEntries(entries) })
}

/** Returns an identity without the parts that differ for each credential. */
export function comparable({
  username,
  uid = '',
  groups = [],
  extra = {},
}: Partial<CallerIdentity> & { username: string }): CallerIdentity {
  const { [CREDENTIAL_ID]: _, ...lasting } = extra
  return { username, uid, groups: groups.toSorted(), extra: lasting }
}
