import { json, type RequestHandler } from 'express'
import { InvalidRequestError, UnsupportedMediaTypeError } from '../../core/errors.ts'
import { readBody } from './body-limit.ts'

/**
 * Parses a JSON body. Only uncompressed `application/json` in UTF-8 is accepted, so that a cross-site form or
 * a decompression bomb never reaches a handler. A missing body is parsed as an empty object; validation then
 * names the missing fields.
 */
export function jsonBody(limit: number): RequestHandler {
  const parse = json({ limit, inflate: false, strict: false, type: () => true })
  return (request, response, next) => {
    const empty = request.headers['content-length'] === '0' || !hasBody(request.headers)
    if (empty && request.headers['content-type'] === undefined) {
      request.body = {}
      next()
      return
    }
    const unfit = rejectReason(request.headers['content-type'], request.headers['content-encoding'])
    if (unfit !== undefined) {
      next(new UnsupportedMediaTypeError(unfit))
      return
    }
    const done = (error?: unknown): void => next(error === undefined ? undefined : toApiError(error))
    readBody(parse, request, response, { limit, done })
  }
}

function hasBody(headers: NodeJS.Dict<string | string[]>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function rejectReason(type: string | undefined, encoding: string | undefined): string | undefined {
  const [media = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase())
  if (media !== 'application/json') return 'the body must be sent as Content-Type: application/json'
  if (parameters.some((parameter) => parameter !== '' && !/^charset="?utf-8"?$/.test(parameter)))
    return 'the body must be sent as application/json in UTF-8'
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return 'the body must be sent without Content-Encoding'
  return undefined
}

function toApiError(error: unknown): unknown {
  const type: unknown = error instanceof Error ? Reflect.get(error, 'type') : undefined
  if (typeof type === 'string')
    return new InvalidRequestError(
      [{ in: 'body', name: 'body', message: 'must be JSON' }],
      'the body is not JSON',
    )
  return error
}
