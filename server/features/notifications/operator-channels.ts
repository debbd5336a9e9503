import { readFile } from 'node:fs/promises'
import type { Channel, Configuration, ProblemFilter } from './configuration.ts'
import type { ChannelType } from './channels/send-message.ts'

const MAX_FILE = 4096

/** A channel that the operator of the service sets: its address is in a file, such as a mounted Secret. */
export interface OperatorChannel extends ProblemFilter {
  readonly type: ChannelType
  readonly urlFrom: { readonly file: string }
  readonly secretFrom?: { readonly file: string }
}

/** Channels of the operator of the service, by name. */
export type OperatorChannels = Readonly<Record<string, OperatorChannel>>

/** Returns every channel with its address: those of the operator of the service, and those of callers with other names. */
export async function allChannels(
  operator: OperatorChannels,
  { channels, secrets, tested }: Configuration,
): Promise<readonly Channel[]> {
  const managed = await Promise.all(
    Object.entries(operator).map(async ([name, { urlFrom, secretFrom, ...rest }]) => ({
      ...rest,
      name,
      managed: true,
      url: await contentOf(urlFrom.file),
      secret: secretFrom && ((await contentOf(secretFrom.file)) ?? ''),
    })),
  )
  const others = channels
    .filter(({ name }) => !Object.hasOwn(operator, name))
    .map((channel) => {
      const own = Object.hasOwn(secrets, channel.name) ? secrets[channel.name] : undefined
      return { ...channel, managed: false, url: own?.url, secret: own?.secret }
    })
  return [...managed, ...others].map((channel) => {
    const test = Object.hasOwn(tested, channel.name) ? tested[channel.name] : undefined
    return test === undefined ? channel : { ...channel, tested: test }
  })
}

/** Returns the content of a file; undefined if it cannot be read, as before its Secret is mounted. Read for each use: it may change. */
async function contentOf(path: string): Promise<string | undefined> {
  const content = await readFile(path, 'utf8').catch(() => '')
  const text = content.slice(0, MAX_FILE).trim()
  return text === '' ? undefined : text
}
