import { expect } from 'chai'
import type { Browser } from '../support/browser.ts'
import { Kube } from '../support/kube.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { OWN } from '../support/signing-in.ts'
import { NAMESPACE } from '../support/operating.ts'
import { AppStage, jsonOf, type Replica } from './stage.ts'

describe('accounts at the repository host, with two replicas', function () {
  this.timeout(120_000)
  let stage: AppStage
  let one: Replica
  let other: Replica
  before(async () => {
    stage = await AppStage.open()
    one = await stage.process()
    other = await stage.process()
  })

  const get = async (browser: Browser, path: string) => browser.get(`${OWN}/api/${path}`)

  it('connects on one and completes on the other, and both use the account', async () => {
    const begun = await stage.browser(one)
    const callback = await stage.begin(begun, '?return=/%3Fview%3Dgit')
    const back = stage.signingIn.browser(other, begun)
    const page = await back.get(callback)
    expect([page.status, page.location], page.text).to.deep.equal([303, '/?view=git'])
    for (const replica of [one, other]) {
      const browser = stage.signingIn.browser(replica, begun)
      expect(jsonOf(await get(browser, 'repohost/auth-status'))).to.include({
        authenticated: true,
        via: 'app-user',
        login: 'ada',
        writable: true,
      })
    }
    const kube = new Kube(stage.signingIn.demo)
    closeAfterwards('a client', async () => kube.close())
    const path = `/apis/clusterinspector.dev/v1alpha1/namespaces/${NAMESPACE}/userstates`
    const { body } = await kube.call('GET', path)
    expect(JSON.stringify(body)).to.include('hostAccount')
  })
})
