import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { formats } from './formats.ts'

const RUNS = 2000

describe('the formats of the API', () => {
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false })

  for (const [name, { errorFor, schema }] of Object.entries(formats)) {
    const matches = ajv.compile(schema)
    // JSON Schema counts code points, the service UTF-16 units: both agree on the basic plane.
    const basic = fc.string({ unit: fc.nat(0xd7ff).map((code) => String.fromCharCode(code)), maxLength: 20 })
    const described = fc.stringMatching(new RegExp(schema.pattern), { maxLength: 60 })
    const nearly = fc
      .tuple(
        described,
        fc.nat(60),
        fc.constantFrom('', '-', '.', '0', 'a', 'Z', ' ', '=', ',', '(', ')', '!'),
      )
      .map(([text, at, extra]) => text.slice(0, at) + extra + text.slice(at + 1))
    // Lengths around the limit, and far above it.
    const limit = schema.maxLength ?? 60
    const length = fc.oneof(fc.constantFrom(limit, limit + 1), fc.nat(2 * limit))
    const long = fc.tuple(described, length).map(([text, end]) => text.padEnd(end, text || 'a'))

    it(`${name}: its pattern accepts exactly the texts that validation accepts`, () => {
      const agrees = (text: string): void => {
        expect(matches(text), JSON.stringify(text)).to.equal(errorFor(text) === undefined)
      }
      fc.assert(fc.property(fc.oneof(described, nearly, basic), agrees), { numRuns: RUNS })
      fc.assert(
        fc.property(
          long.filter((text) => name !== 'label-selector' || text.split(',').length <= 100),
          agrees,
        ),
        { numRuns: RUNS / 20 },
      )
    })
  }
})
