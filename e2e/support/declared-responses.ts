import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApi } from '../../server/api/openapi.ts'
import { routes } from '../../server/app/routes.ts'
import { signInExternalRoutes } from '../../server/http/sign-in-routes.ts'

interface DeclaredResponse {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly path: string
  readonly pattern: RegExp
  readonly method: string
  readonly responses: Readonly<Record<string, DeclaredResponse>>
}

const ID = 'openapi.json'
const document = openApi(routes, '0', signInExternalRoutes) as {
  paths: Record<string, Record<string, { responses: Operation['responses'] }>>
}
const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    method: method.toUpperCase(),
    responses,
  })),
)
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, ID)
const compiled = new Map<string, ValidateFunction>()

/** The parts of a response that the OpenAPI document declares. */
export interface ReceivedResponse {
  readonly status: number
  readonly contentType: string | null
  readonly text: string
}

/**
 * Throws if the OpenAPI document does not declare the status of a response for its route, its media type, or, for an
 * error, its body. A request that matches no declared route may have any response.
 */
export function checkDeclared(method: string, path: string, response: ReceivedResponse): void {
  const [pathname = ''] = path.split('?')
  const operation = operations.find(
    ({ method: declared, pattern }) =>
      declared === (method === 'HEAD' ? 'GET' : method) && pattern.test(pathname),
  )
  // HEAD of a route without a harmless GET is 405: another method than the declared ones.
  if (operation === undefined || (method === 'HEAD' && response.status === 405)) return
  const route = `${operation.method} ${operation.path}`
  const declared = operation.responses[response.status]
  if (declared === undefined) throw new Error(`${route} gave ${response.status}, which is not declared`)
  const type = response.contentType?.split(';')[0]
  const mediaTypes = Object.keys(declared.content ?? { 'application/json': {} })
  if (response.text !== '' && (type === undefined || !mediaTypes.includes(type)))
    throw new Error(`${route} gave a ${response.status} as ${type}; declared: ${mediaTypes.join(', ')}`)
  if (declared.$ref === undefined || response.text === '') return
  const validate = validatorOf(declared.$ref)
  if (!validate(JSON.parse(response.text)))
    throw new Error(
      `${route} gave a ${response.status} against its schema: ${ajv.errorsText(validate.errors)}`,
    )
}

/** Returns the validator of the JSON body of a response component. */
function validatorOf(reference: string): ValidateFunction {
  let validate = compiled.get(reference)
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `${ID}${reference}/content/application~1json/schema` })
    compiled.set(reference, validate)
  }
  return validate
}
