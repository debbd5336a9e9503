import { expect } from 'chai'
import { AppStage } from '../repohost-app/stage.ts'
import { OWN } from '../support/signing-in.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { browserArguments, tlsSettings } from './tls.ts'
import { useBrowser } from './use-browser.ts'

const FILE = '?view=detail&kind=deployments&name=cart&in=shop&tab=file'

describe('a person with an account at the repository host', () => {
  let port: number | undefined
  before(async () => {
    const stage = await AppStage.open()
    port = (await stage.signingIn.replica({ ...stage.hostSettings(), ...(await tlsSettings()) })).tlsPort
  })
  const visitor = useBrowser(() => browserArguments(port))

  it('connects the account by a link that leads back to the view, and disconnects it', () =>
    visitor.visit(
      `${OWN}/${FILE}`,
      async (page) => {
        await clickOn(page, '.sign-in .primary')
        await hasText(page, '.card .filters', 'Not connected to')
        await clickOn(page, '.card ::-p-text(Connect your account)')
        await hasText(page, '.card .filters', 'Connected to')
        expect(new URL(page.url()).search).to.equal(FILE)
        await hasText(page, '#repository', 'shop/web')
        await clickOn(page, '.card .filters button')
        await hasText(page, '.card .filters', 'Not connected to')
        await page.goto(`${OWN}/${FILE}&repohost=denied`)
        await hasText(page, '.card .problem', 'you did not agree at the host')
      },
      { allowed: /401/ },
    ))
})
