import { expect } from 'chai'
import { pullRequestUrlCheck, type HostConfig } from './pull-request-host.ts'

describe('the host of pull requests', () => {
  for (const [title, config, accepted, rejected] of [
    ['any without a repository host', {}, ['https://git.example/1', 'https://github.com/a'], []],
    [
      'github.com',
      { repohostKind: 'github' },
      ['https://github.com/shop/manifests/pull/1', 'https://GITHUB.com:443/a'],
      ['https://api.github.com/a', 'https://github.com.evil.example/a', 'https://github.com:8443/a', 'x'],
    ],
    [
      'the host of an Enterprise Server',
      { repohostKind: 'github', repohostBaseUrl: 'https://git.example.com/api/v3' },
      ['https://git.example.com/shop/manifests/pull/1'],
      ['https://github.com/shop/manifests/pull/1'],
    ],
    [
      'the host of Gitea, with its port',
      { repohostKind: 'gitea', repohostBaseUrl: 'https://api.example.com:3000/git' },
      ['https://api.example.com:3000/git/shop/manifests/pulls/1'],
      ['https://example.com:3000/1', 'https://api.example.com/1'],
    ],
  ] as const satisfies readonly (readonly [string, HostConfig, readonly string[], readonly string[]])[])
    it(`can be ${title}`, () => {
      const check = pullRequestUrlCheck(config)
      for (const url of accepted) expect(check(url), url).to.equal(undefined)
      for (const url of rejected) expect(check(url), url).to.match(/^must be a URL of /)
    })
})
