import { InvalidRequestError, type Issue } from '../../core/errors.ts'
import { parseCallerTarget, maskUrl, TargetError, type TargetRules } from './channels/target.ts'
import type { ChannelSecrets, Configuration, StoredChannel } from './configuration.ts'
import { parseWebhookSecret } from './messages/cloud-event.ts'
import { MAX_CHANNELS, type ChannelBody, type NotificationChange } from './schema.ts'

/** Text in place of a secret. */
export const SECRET_MASK = '****'

/** Keys of a body that change the configuration. */
const CONFIGURATION = ['enabled', 'channels', 'kinds', 'minSeverity', 'namespaces', 'repeatHours'] as const

/** Whether a body changes the configuration. */
export function changesConfiguration(body: NotificationChange): boolean {
  return CONFIGURATION.some((key) => body[key] !== undefined)
}

/** Rules for the channels of callers. */
export interface ChannelRules {
  readonly targets: TargetRules
  /** Names of the channels that the operator of the service sets. */
  readonly managed: ReadonlySet<string>
}

/** Returns the configuration after a change. Throws InvalidRequestError with every mistake in its channels. */
export function changedConfiguration(
  current: Configuration,
  body: NotificationChange,
  rules: ChannelRules,
): Configuration {
  const { enabled, kinds, minSeverity, namespaces, repeatHours, channels } = body
  const changed = {
    ...current,
    ...(enabled === undefined ? {} : { enabled }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(minSeverity === undefined ? {} : { minSeverity }),
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(repeatHours === undefined ? {} : { repeatHours }),
    // Messages of callers do not outlive the notifications.
    ...(enabled === false ? { outgoing: [] } : {}),
  }
  return channels === undefined ? changed : { ...changed, ...changedChannels(current, channels, rules) }
}

/** Returns the channels of a body without those of the operator of the service, which GET lists too. */
export function ownChannels(
  channels: readonly ChannelBody[],
  managed: ReadonlySet<string>,
): readonly ChannelBody[] {
  return channels.filter(({ name, managed: isManaged }) => !(isManaged === true && managed.has(name ?? '')))
}

function changedChannels(
  current: Configuration,
  bodies: readonly ChannelBody[],
  { targets, managed }: ChannelRules,
): Pick<Configuration, 'channels' | 'secrets'> {
  const issues: Issue[] = []
  const channels: StoredChannel[] = []
  const secrets: Record<string, ChannelSecrets> = {}
  const used = new Set(managed)
  for (const [at, body] of bodies.entries()) {
    const refuse = (field: string, message: string): void =>
      void issues.push({ in: 'body', name: `channels.${at}.${field}`, message })
    if (body.managed === true && managed.has(body.name ?? '')) continue
    const name = body.name ?? freeName(body.type, used, bodies)
    if (managed.has(name)) refuse('name', 'is a channel that the operator of the service has set')
    else if (used.has(name)) refuse('name', 'is that of another channel')
    used.add(name)
    const known = current.secrets[name]
    secrets[name] = addressOf(body, known, { targets, refuse })
    const { type, minSeverity, namespaces } = body
    channels.push({
      name,
      type,
      ...(minSeverity === undefined ? {} : { minSeverity }),
      ...(namespaces === undefined ? {} : { namespaces }),
    })
  }
  if (channels.length > MAX_CHANNELS)
    issues.push({ in: 'body', name: 'channels', message: `must not have more than ${MAX_CHANNELS} entries` })
  if (issues.length > 0) throw new InvalidRequestError(issues)
  return { channels, secrets }
}

/** Returns URL and secret of a channel; masks stand for those that it has. */
function addressOf(
  { url, secret, type }: ChannelBody,
  known: ChannelSecrets | undefined,
  {
    targets,
    refuse,
  }: { readonly targets: TargetRules; readonly refuse: (field: string, message: string) => void },
): ChannelSecrets {
  const isMask = url.endsWith(SECRET_MASK)
  const isKept = isMask && known !== undefined && maskUrl(known.url) === url
  if (isMask && !isKept) refuse('url', 'is a mask, and no channel of this name has that URL')
  const usedUrl = isKept ? known.url : url
  if (!isMask || isKept)
    try {
      parseCallerTarget(usedUrl, targets)
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      refuse('url', error.message)
    }
  if (secret === undefined) return { url: usedUrl }
  if (type === 'slack') refuse('secret', 'is for channels of type webhook: Slack verifies no signature')
  // A secret must not go to another host than the one that it was set for.
  const usedSecret = secret === SECRET_MASK ? (isKept ? known.secret : undefined) : secret
  if (usedSecret === undefined) refuse('secret', 'is a mask, and the channel has no secret for this URL')
  else if (parseWebhookSecret(usedSecret) === undefined)
    refuse('secret', 'must be whsec_ and 24 to 64 bytes in base64')
  return { url: usedUrl, ...(usedSecret === undefined ? {} : { secret: usedSecret }) }
}

/** Returns the type as the name of a channel without one, with a number where the name is in use. */
function freeName(type: string, used: ReadonlySet<string>, bodies: readonly ChannelBody[]): string {
  const names = new Set([...used, ...bodies.flatMap(({ name }) => name ?? [])])
  for (let number = 1; ; number++) {
    const name = number === 1 ? type : `${type}-${number}`
    if (!names.has(name)) return name
  }
}
