import { expect } from 'chai'
import { NotConfiguredError } from '../../core/errors.ts'
import { deriveKey, Seal, type SealKey, type SealedPlace } from './seal.ts'

const place: SealedPlace = { record: `u-${'a'.repeat(40)}`, field: 'basket' }
const [old, recent] = ['an old key of the test', 'a recent key of the test'].map((text) =>
  deriveKey(text.repeat(3), 'test'),
) as [SealKey, SealKey]

describe('the seal of settings', () => {
  let warnings: object[]

  beforeEach(() => {
    warnings = []
  })

  const sealWith = (current: readonly SealKey[], refresh = async () => undefined) =>
    new Seal({ current, refresh }, { warn: (_message, fields = {}) => warnings.push(fields) })

  it('opens what it sealed: any text, however long', async () => {
    const seal = sealWith([recent])
    for (const content of ['', 'kind: Deployment\n', 'Grüße 🛒', 'x'.repeat(2 * 1024 * 1024)])
      expect(await seal.open(place, await seal.seal(place, content))).to.deep.equal({ content })
    expect(warnings).to.deep.equal([])
  })

  it('has the key id in front, nothing of the content in clear, and another text each time', async () => {
    const seal = sealWith([recent])
    const [one, other] = [await seal.seal(place, 'canary canary'), await seal.seal(place, 'canary canary')]
    expect(one).to.match(new RegExp(`^${recent.id}\\.[A-Za-z0-9_-]+$`))
    expect(one).to.not.equal(other)
    const [, body = ''] = one.split('.')
    expect(Buffer.from(body, 'base64url').toString('latin1')).to.not.include('canary')
  })

  it('compresses before it encrypts', async () => {
    const sealed = await sealWith([recent]).seal(place, 'kind: Deployment\n'.repeat(60_000))
    expect(sealed.length).to.be.below(10_000)
  })

  it('seals with the first key and opens with each', async () => {
    const sealed = await sealWith([old]).seal(place, 'x')
    const rotated = sealWith([recent, old])
    expect(await rotated.open(place, sealed)).to.deep.equal({ content: 'x' })
    expect(await rotated.seal(place, 'x')).to.match(new RegExp(`^${recent.id}\\.`))
  })

  it('derives another key, with another id, for each purpose', () => {
    const keys = ['settings', 'cookies'].map((purpose) => deriveKey('a secret'.repeat(5), purpose))
    expect(new Set(keys.map(({ id }) => id)).size).to.equal(2)
    expect(new Set(keys.map(({ bytes }) => bytes.toString('hex'))).size).to.equal(2)
  })

  it('gives a reason for a text whose key is gone, and logs it once without the text', async () => {
    const sealed = await sealWith([old]).seal(place, 'x')
    const seal = sealWith([recent])
    for (let n = 0; n < 3; n++)
      expect(await seal.open(place, sealed)).to.deep.equal({ reason: 'sealed with a key that is gone' })
    expect(warnings).to.deep.equal([{ ...place, reason: 'sealed with a key that is gone' }])
  })

  it('opens a text whose key was added to the file a moment ago', async () => {
    const sealed = await sealWith([recent]).seal(place, 'x')
    const current = [old]
    const seal = sealWith(current, async () => void current.unshift(recent))
    expect(await seal.open(place, sealed)).to.deep.equal({ content: 'x' })
  })

  it('gives a reason for a text that was altered, anywhere, or cut off [K4]', async () => {
    const seal = sealWith([recent])
    const sealed = await seal.seal(place, 'a text to alter')
    const start = sealed.indexOf('.') + 1
    for (let at = start; at < sealed.length - 1; at += 7) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(await seal.open(place, changed), String(at)).to.have.property('reason')
    }
    for (const text of ['', '.', `${recent.id}.`, `${recent.id}.AAAA`, sealed.slice(0, -8), `x${sealed}`])
      expect(await seal.open(place, text), text).to.have.property('reason')
  })

  it('gives a reason for a text from another record, or another field [K4]', async () => {
    const seal = sealWith([recent])
    const sealed = await seal.seal(place, 'x')
    for (const moved of [
      { ...place, record: 'everyone' },
      { ...place, field: 'token' },
    ])
      expect(await seal.open(moved, sealed)).to.deep.equal({
        reason: 'altered, or moved from another record',
      })
  })

  it('seals nothing without a key, names the setting, and opens nothing', async () => {
    const none = sealWith([])
    expect(none.isConfigured).to.equal(false)
    const error = await none.seal(place, 'x').catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(NotConfiguredError)
    expect(error).to.have.property('hint').that.includes('seal.existingSecret')
    const sealed = await sealWith([recent]).seal(place, 'x')
    expect(await none.open(place, sealed)).to.deep.equal({ reason: 'sealed, and no key is configured' })
    expect(warnings).to.deep.equal([])
  })
})
