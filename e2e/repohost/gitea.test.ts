import { describeChanges } from './change-contract.ts'
import { describeFailures } from './failure-contract.ts'
import { describeKills } from './kill-contract.ts'
import { describeReads } from './read-contract.ts'
import { openGiteaStage, type Stage } from './stage.ts'
import { describeWrites } from './write-contract.ts'

const { FORGE_URL: url, FORGE_TOKEN: token = '' } = process.env

describe('the port of repository hosts: Gitea', () => {
  let stage: Stage
  before(function () {
    // Set FORGE_URL, FORGE_TOKEN and FORGE_USER to run it against a Gitea or a Forgejo.
    if (url === undefined) this.skip()
    stage = openGiteaStage(url, token)
  })

  describeReads(() => stage)
  describeWrites(() => stage)
  describeChanges(() => stage)
  describeFailures(() => stage)
})

describe('a service that is killed while it changes a repository of Gitea', () => {
  let stage: Stage
  before(function () {
    if (url === undefined) this.skip()
    stage = openGiteaStage(url, token)
  })

  describeKills({
    stage: () => stage,
    kind: 'gitea',
    url: () => url ?? '',
    token,
    steps: [
      { title: 'commits the files', pattern: /^POST .*\/contents$/ },
      { title: 'creates the pull request', pattern: /^POST .*\/pulls$/ },
    ],
    update: { title: 'adds a commit', pattern: /^POST .*\/contents$/ },
  })
})
