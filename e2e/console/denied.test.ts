import { expect } from 'chai'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { grantRights } from '../support/grants.ts'
import { serveCluster, serveWarm } from '../support/serve.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { useBrowser } from './use-browser.ts'

const READ = ['get', 'list', 'watch'] as const
const DEPLOYMENT = '?view=detail&kind=deployments&name=cart&in=shop'

describe('rights in the console', () => {
  const visitor = useBrowser()

  it('shows nothing of a kind whose right is taken away, and the hint', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const token = grantRights(demo, 'limited', ['list pods', 'watch pods', 'list namespaces'])
    const service = await serveCluster(demo.url, token, { managedByChart: true })
    await visitor.visit(
      `http://127.0.0.1:${service.port}/?view=list&kind=pods`,
      async (page) => {
        await hasText(page, 'td a', 'coredns')
        grantRights(demo, 'limited', ['list namespaces'])
        await hasText(page, '.problem', 'Denied')
        await hasText(page, '.problem', 'rbac.groups.pods')
        expect(await page.$('td')).to.equal(null)
      },
      { allowed: /403/ },
    )
  })

  it('shows a restart that the cluster denies as denied, and follows nothing', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const rights = READ.flatMap((verb) => [`${verb} deployments.apps`, `${verb} namespaces`] as const)
    const token = grantRights(demo, 'reader', rights)
    const service = await serveCluster(demo.url, token, { managedByChart: true })
    await visitor.visit(
      `http://127.0.0.1:${service.port}/${DEPLOYMENT}`,
      async (page) => {
        await hasText(page, '.title .status', 'Available')
        await clickOn(page, '.restart button')
        await clickOn(page, 'dialog .primary')
        await hasText(page, '.restart .problem', 'Denied')
        await hasText(page, '.restart .problem', 'Request ')
        expect(await page.$('.progress')).to.equal(null)
      },
      { allowed: /403|503/ },
    )
  })

  it('offers no restart to callers whom the policy allows no changes', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const service = await serveWarm(demo.url, demo.token, { settings: { writeGroups: ['nobody'] } })
    await visitor.visit(`http://127.0.0.1:${service.port}/${DEPLOYMENT}`, async (page) => {
      await hasText(page, '.title .status', 'Available')
      const button = await page.$eval('.restart button', ({ disabled, title }) => ({ disabled, title }))
      expect(button).to.deep.equal({
        disabled: true,
        title: 'The policy of this service allows you no changes.',
      })
      await page.keyboard.press('r')
      expect(await page.$('dialog')).to.equal(null)
    })
  })

  it('shows a log that the cluster denies as denied, with the hint', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const rights = READ.flatMap((verb) => [`${verb} pods`, `${verb} namespaces`] as const)
    const token = grantRights(demo, 'reader', rights)
    const service = await serveCluster(demo.url, token, { managedByChart: true })
    await visitor.visit(
      `http://127.0.0.1:${service.port}/?view=detail&kind=pods&name=orders-db-0&in=shop&tab=logs`,
      async (page) => {
        await hasText(page, '.log-card .problem', 'Denied')
        await hasText(page, '.log-card .problem', 'rbac.groups.logs')
      },
      { allowed: /403|503/ },
    )
  })
})
