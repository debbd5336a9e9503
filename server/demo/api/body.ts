import type { IncomingMessage } from 'node:http'
import { type JsonObject, isJsonObject } from '../object.ts'
import { badRequest, failure } from '../status.ts'
import type { Call } from './request.ts'

const limit = 3 * 1024 * 1024

/** Reads a request's body; rejects more than 3 MiB, as the API server's limitedReadBody does. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) {
      throw failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Parses an object from a JSON body; rejects anything else with the API server's message. */
export async function readBody({ request, headers }: Call, kind: string): Promise<JsonObject> {
  const [type = ''] = (headers['content-type'] ?? 'application/json').split(';')
  const bytes = await readBytes(request)
  if (type.trim() !== 'application/json') {
    throw failure(
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json, ' +
        'application/yaml, application/vnd.kubernetes.protobuf',
    )
  }
  const parsed = parseJson(bytes.toString())
  if (isJsonObject(parsed)) return parsed
  const why = `json parse error: unexpected end of JSON input (${bytes.length === 0 ? '<empty>' : bytes.toString()})`
  throw badRequest(
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; ${why}`,
  )
}

/** Parses JSON; returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
