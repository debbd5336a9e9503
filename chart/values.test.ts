import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { isMap, isPair, isScalar, parseDocument, visit } from 'yaml'
import { CHART, helm } from './helm.ts'
import { cases, needsHelm, valueFiles } from './rendering.ts'
import { coalesced, isRecord, leaves, readDefaults, readSchema, valueAt } from './schema.ts'

/** A key that a parent chart sets; it has no default here. */
const NO_DEFAULT = new Set(['enabled'])

const root = readSchema()
const defaults = readDefaults()
const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
}).compile(root)
const paths = leaves(root).map(({ path }) => path)

const templates = readdirSync(join(CHART, 'templates'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(yaml|tpl|txt)$/.test(file))
  .map((file) => readFileSync(join(CHART, 'templates', file), 'utf8'))
  .join('\n')
const used = new Set([...templates.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path = '']) => path))

/**
 * Reads the expected errors of an invalid values file from its head comments: `# at`, `# helm` and `# ajv`,
 * or `# fail`.
 */
function promised(text: string): { at: string; helm: string; ajv: string } {
  const line = (key: string): string =>
    new RegExp(`^# ${key}: ?(.*)$`, 'm').exec(text)?.[1] ?? `(no "# ${key}:")`
  return { at: line('at'), helm: line('helm'), ajv: line('ajv') }
}

describe('chart, values', function () {
  this.timeout(60_000)

  it('have a default for each leaf of the schema', () => {
    expect(
      paths.filter((path) => !NO_DEFAULT.has(path) && valueAt(defaults, path) === undefined),
    ).to.deep.equal([])
  })

  it('have no key the schema does not know', () => {
    const strangers = (at: unknown, path: string[]): string[] => {
      const name = path.join('.')
      if (paths.includes(name)) return []
      return isRecord(at)
        ? Object.entries(at).flatMap(([key, inner]) => strangers(inner, [...path, key]))
        : [name]
    }
    expect(strangers(defaults, [])).to.deep.equal([])
  })

  it('describes each value in the schema, with the same comment in values.yaml', () => {
    const comments = new Map<string, string>()
    visit(parseDocument(readFileSync(join(CHART, 'values.yaml'), 'utf8')), {
      Pair(_, pair, ancestors) {
        const path = [...ancestors, pair].flatMap((one) =>
          isPair(one) && isScalar(one.key) ? [String(one.key.value)] : [],
        )
        const before = isScalar(pair.key) ? pair.key.commentBefore : undefined
        // The YAML parser attaches the comment before a map's first key to the map.
        const map = ancestors.at(-1)
        const first = isMap(map) && map.items[0] === pair ? map.commentBefore : undefined
        comments.set(path.join('.'), (before ?? first ?? '').replaceAll(/\s+/g, ' ').trim())
      },
    })
    for (const { path, schema } of leaves(root)) {
      expect(schema.description, path).to.match(/^\S.*[.]$/)
      if (!NO_DEFAULT.has(path)) expect(comments.get(path), path).to.equal(schema.description)
    }
  })

  it('uses every value in a template, and no unknown one', () => {
    const unused = paths.filter((path) => {
      const parts = path.split('.')
      return !NO_DEFAULT.has(path) && !parts.some((_, index) => used.has(parts.slice(0, index + 1).join('.')))
    })
    expect(unused).to.deep.equal([])
    const unknown = [...used].filter(
      (path) => !paths.some((one) => one === path || one.startsWith(`${path}.`)),
    )
    expect(unknown).to.deep.equal([])
  })

  for (const { name, values } of [{ name: 'the defaults', values: {} }, ...cases])
    it(`accepts valid values: ${name}`, () => {
      validate(coalesced(defaults, values))
      expect(validate.errors ?? []).to.deep.equal([])
    })

  describe('invalid ones', () => {
    before(function () {
      return needsHelm(this)
    })

    for (const { name, path, text, values } of valueFiles('failing'))
      it(`rejects wrong values: ${name}`, async () => {
        const sentence = /^# fail: (.*)$/m.exec(text)?.[1]
        const { code, stderr } = await helm('template', 'release', CHART, '--values', path)
        expect(code).not.to.equal(0)
        if (sentence !== undefined) {
          // The schema accepts these values; a template rejects them.
          expect(validate(coalesced(defaults, values))).to.equal(true)
          expect(stderr).to.include(sentence)
          return
        }
        const wanted = promised(text)
        expect(validate(coalesced(defaults, values))).to.equal(false)
        const errors = (validate.errors ?? []).map(
          ({ instancePath, message }) => `${instancePath} ${message}`,
        )
        expect(errors.join('\n')).to.include(`${wanted.at} ${wanted.ajv}`)
        expect(stderr).to.include(`at '${wanted.at}': ${wanted.helm}`)
      })
  })
})
