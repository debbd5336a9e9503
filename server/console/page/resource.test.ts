import { expect } from 'chai'
import type { RequestError } from './api.ts'
import { EMPTY_RESOURCE, failedResource } from './resource.ts'

const failure = (status: number) => ({ status, message: 'no' }) as RequestError

describe('a resource of the console', () => {
  const before = { data: 'body', error: undefined, readAt: 7 }

  it('keeps its last body beside the error of a refresh', () => {
    for (const status of [0, 404, 429, 500, 503]) {
      const error = failure(status)
      expect(failedResource(before, error), String(status)).to.deep.equal({ ...before, error })
    }
  })

  it('drops its last body once the caller may no longer read it', () => {
    for (const status of [401, 403]) {
      const error = failure(status)
      expect(failedResource(before, error), String(status)).to.deep.equal({ ...EMPTY_RESOURCE, error })
    }
  })
})
