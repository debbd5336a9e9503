import { describeChanges } from './change-contract.ts'
import { describeFailures } from './failure-contract.ts'
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
