import { expect } from 'chai'
import { returnPathOf, withOutcome } from './return-path.ts'

const ORIGIN = 'https://inspector.example.com'

describe('the path to return to', () => {
  it('may be any path of this service, and gets the outcome as a parameter', () => {
    for (const [path, denied] of [
      ['/', '/?repohost=denied'],
      ['/?view=git&file=a%2Fb#top', '/?view=git&file=a%2Fb&repohost=denied#top'],
      ['/docs?url=//evil.example.com', '/docs?url=%2F%2Fevil.example.com&repohost=denied'],
    ] as const) {
      expect(returnPathOf(path, ORIGIN), path).to.equal(path)
      expect(withOutcome(path, 'denied', ORIGIN)).to.equal(denied)
    }
  })

  it('never leads to another host, as written or after its dots are resolved', () => {
    const paths = [
      '',
      'evil.example.com',
      '//evil.example.com',
      '/\\evil.example.com',
      '\\\\evil.example.com',
      '/./\\evil.example.com',
      '/x/..//evil.example.com',
      '/.//evil.example.com',
      '/%2e//evil.example.com',
      '/%2E%2e//evil.example.com',
      '/\t/evil.example.com',
      '/\n/evil.example.com',
      'https://evil.example.com/',
      'javascript:alert(1)',
      `/${'a'.repeat(1024)}`,
      '/\ud800',
    ]
    for (const path of paths) expect(returnPathOf(path, ORIGIN), JSON.stringify(path)).to.equal(undefined)
  })
})
