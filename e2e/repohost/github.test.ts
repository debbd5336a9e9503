import { describeChanges } from './change-contract.ts'
import { describeFailures } from './failure-contract.ts'
import { describeReads } from './read-contract.ts'
import { openGitHubStage, type Stage } from './stage.ts'
import { describeWrites } from './write-contract.ts'

describe('the port of repository hosts: GitHub', () => {
  let stage: Stage
  before(async () => {
    stage = await openGitHubStage()
  })
  afterEach(() => stage.check())

  describeReads(() => stage)
  describeWrites(() => stage)
  describeChanges(() => stage)
  describeFailures(() => stage)
})
