import { TOKEN } from '../support/git-host/git-host.ts'
import { describeKills } from './kill-contract.ts'
import { openGitHubStage } from './stage.ts'

describe('a service that is killed while it changes a repository of GitHub', () => {
  let stage: Awaited<ReturnType<typeof openGitHubStage>>
  before(async () => {
    stage = await openGitHubStage()
  })
  afterEach(() => stage.check())

  describeKills({
    stage: () => stage,
    kind: 'github',
    url: () => stage.gitHost.url,
    token: TOKEN,
    steps: [
      { title: 'writes the tree', pattern: /^POST .*\/git\/trees$/ },
      { title: 'writes the commit', pattern: /^POST .*\/git\/commits$/ },
      { title: 'creates the branch', pattern: /^POST .*\/git\/refs$/ },
      { title: 'creates the pull request', pattern: /^POST .*\/pulls$/ },
    ],
    update: { title: 'moves the branch', pattern: /^PATCH .*\/git\/refs\// },
  })
})
