import { Ajv } from 'ajv'
import { expect } from 'chai'

/** A check that a value is all its contract asks and nothing beside it: the schemas are closed. */
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
    // What goes over the wire counts: JSON drops undefined, but an answer should not hold any to begin with.
    expect(JSON.parse(JSON.stringify(value))).to.deep.equal(value)
    validate(value)
    expect(validate.errors ?? [], JSON.stringify(value)).to.deep.equal([])
    return value
  }
}
