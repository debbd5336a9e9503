import { expect } from 'chai'
import type { Narrator } from '../../server/features/ai/model/narrator.ts'
import { ModelServer } from '../support/model-server.ts'
import { findingWith, narrate, openNarrator } from '../support/narration.ts'
import { lookAlikes, plantedSecrets } from '../support/secret-corpus.ts'

const PER_CALL = 5
/** A shorter part of a secret tells nothing. */
const PIECE = 8

/** Returns every part of a text with this many characters. */
function piecesOf(secret: string): readonly string[] {
  return Array.from({ length: Math.max(1, secret.length - PIECE + 1) }, (_, at) =>
    secret.slice(at, at + PIECE),
  )
}

function groupsOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

describe('redaction of what a model is sent', () => {
  let model: ModelServer
  let narrator: Narrator

  before(async () => {
    model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails [e1].'] }))
    narrator = openNarrator(model)
  })

  it('sends none of 200 planted secrets of 25 sorts', async () => {
    const planted = plantedSecrets()
    expect([planted.length, new Set(planted.map(({ sort }) => sort)).size]).to.deep.equal([200, 25])
    for (const group of groupsOf(planted, PER_CALL)) {
      const texts = group.map(({ text }) => text)
      const { end } = await narrate(narrator, [findingWith(texts)], { question: texts.at(-1) ?? '' })
      expect(end.budget.truncated, 'all of it is sent').to.equal(false)
    }
    const { sent } = model
    const leaked = planted.filter(({ secrets }) =>
      secrets.some((secret) => piecesOf(secret).some((piece) => sent.includes(piece))),
    )
    expect(leaked.map(({ sort, text }) => `${sort}: ${text}`)).to.deep.equal([])
  })

  it('sends 95 % of 200 harmless texts that look like secrets', async () => {
    const texts = lookAlikes()
    expect(texts).to.have.length(200)
    for (const group of groupsOf(texts, 20)) await narrate(narrator, [findingWith(group)])
    const masked = texts.filter((text) => !model.sent.includes(JSON.stringify(text).slice(1, -1)))
    expect(masked.length, masked.join('\n')).to.be.at.most(10)
  })

  it('masks a private key whose lines are evidence of their own', async () => {
    const lines = ['-----BEGIN PRIVATE KEY-----', 'shortTail9', 'AnotherTail8', '-----END PRIVATE KEY-----']
    await narrate(narrator, [findingWith(lines)])
    expect(model.sent).not.to.match(/shortTail9|AnotherTail8/)
  })
})
