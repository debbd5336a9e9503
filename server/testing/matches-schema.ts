import { Ajv } from 'ajv'
import { expect } from 'chai'

/**
 * Returns an assertion that a value matches its JSON schema exactly. The schemas are closed, so additional
 * properties fail.
 */
export function matchesSchema<T>(schema: object): (value: T) => T {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    formats: {
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      'dns1123-label': true,
      'dns1123-subdomain': true,
    },
  })
  const validate = ajv.compile(schema)
  return (value) => {
    // The JSON on the wire is what counts. JSON drops undefined members, but a response should not contain
    // any in the first place.
    expect(JSON.parse(JSON.stringify(value))).to.deep.equal(value)
    validate(value)
    expect(validate.errors ?? [], JSON.stringify(value)).to.deep.equal([])
    return value
  }
}
