import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { readFailure } from './read-failure.ts'

describe('why a file cannot be read', () => {
  const reasonOf = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      return readFailure(error)
    }
    throw new Error('it can be read')
  }

  it('consists of the message of the operating system', () => {
    expect(reasonOf(() => readFileSync('/nowhere'))).to.equal(
      "ENOENT: no such file or directory, open '/nowhere'",
    )
  })

  it('consists of the line, if the parser names one, and never of the content [A13]', () => {
    for (const [content, place] of [
      ['{"a": 1,\n"token": SECRET}', ''],
      ['{"token": "SECRET"', ', line 1'],
      ['{"token":\n"SECRET"', ', line 2'],
      ['SECRET', ''],
    ] as const)
      expect(
        reasonOf(() => JSON.parse(content)),
        content,
      ).to.equal(`it is not valid JSON${place}`)
  })

  it('consists of no other message', () => {
    expect(readFailure(new Error('the field SECRET is no text'))).to.equal(
      'its content has another structure',
    )
    expect(readFailure('SECRET')).to.equal('its content has another structure')
  })
})
