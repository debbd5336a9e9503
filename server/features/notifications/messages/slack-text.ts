import type { MessageRequest } from './cloud-event.ts'
import type { Message, MessageItem } from './message.ts'

/** Slack cuts longer texts. */
const MAX_TEXT = 12_000

/** Returns a message for an incoming webhook of Slack. Names of the cluster cannot mention people or make links. */
export function slackRequest(message: Message): MessageRequest {
  const lines = [`*${escape(message.title)}*`, ...linesOf(message)]
  if (message.more > 0) lines.push(`and ${message.more} more`)
  const body = { text: cut(lines), unfurl_links: false, unfurl_media: false }
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

function linesOf({ type, items }: Message): readonly string[] {
  if (type === 'message' || type === 'test')
    return items.map(({ message, name }) => escape(name === undefined ? message : `${message} (${name})`))
  return items.map((item) => `• ${item.severity}: ${escape(descriptionOf(item))}`)
}

function descriptionOf({ kind, namespace, name, title, message }: MessageItem): string {
  if (name === undefined) return `${title}: ${message}`
  return `${kind ?? ''} ${namespace === undefined ? '' : `${namespace}/`}${name}: ${title}: ${message}`.trim()
}

/** Escapes the control characters of Slack's markup. Source: "Formatting text for app surfaces", Slack. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Joins whole lines, so that no escaped character is cut. */
function cut(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (text.length + line.length > MAX_TEXT) return `${text}\n…`
    text += text === '' ? line : `\n${line}`
  }
  return text
}
