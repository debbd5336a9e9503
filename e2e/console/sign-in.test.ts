import { expect } from 'chai'
import { OWN, SigningIn } from '../support/signing-in.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { browserArguments, tlsSettings } from './tls.ts'
import { useBrowser } from './use-browser.ts'

describe('sign-in in the console', () => {
  let port: number | undefined
  before(async () => {
    const stage = await SigningIn.open()
    await stage.reset()
    port = (await stage.replica(await tlsSettings())).tlsPort
  })
  const visitor = useBrowser(() => browserArguments(port))

  it('leads through the issuer back to the same view, names the caller, and signs out', () =>
    visitor.visit(
      `${OWN}/?view=list&kind=pods&q=coredns`,
      async (page) => {
        await hasText(page, 'h2', 'Sign in')
        expect(await page.$('header')).to.equal(null)
        await page.evaluate(() => localStorage.setItem('theme', 'dark'))
        await page.reload()
        await hasText(page, 'h2', 'Sign in')
        expect(
          await page.evaluate(() => localStorage.getItem('theme')),
          'the theme of the last visit',
        ).to.equal('dark')
        await clickOn(page, '.sign-in .primary')
        await hasText(page, 'td a', 'coredns')
        expect(new URL(page.url()).search).to.equal('?view=list&kind=pods&q=coredns')
        await hasText(page, '.caller', 'ada')
        await clickOn(page, '.links ::-p-text(Sign out)')
        await hasText(page, 'h2', 'Sign in')
      },
      { allowed: /401/ },
    ))

  it('asks to sign in once a session has ended', () =>
    visitor.visit(
      `${OWN}/?view=list&kind=pods`,
      async (page) => {
        await hasText(page, 'h2', 'Sign in')
        await clickOn(page, '.sign-in .primary')
        await hasText(page, 'td a', 'coredns')
        await page.browserContext().deleteCookie(...(await page.browserContext().cookies()))
        await clickOn(page, 'td a')
        await hasText(page, 'h2', 'Sign in')
      },
      { allowed: /401/ },
    ))

  it('leads back to the console from the page of a sign-in that failed', () =>
    visitor.visit(
      `${OWN}/docs/sign-in?error=AccessDenied`,
      async (page) => {
        await hasText(page, '#state', 'You are not allowed to sign in')
        await clickOn(page, '#ways button')
        await hasText(page, 'h2', 'Overview')
      },
      { allowed: /401/ },
    ))
})
