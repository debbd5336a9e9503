import { expect } from 'chai'
import { parse } from 'yaml'
import { withTokens } from './write-tokens.ts'

describe('tokens in the text of a kubeconfig', () => {
  const config = { 'idp-issuer-url': 'https://issuer', 'client-id': 'kube' }
  const tokens = { 'id-token': 'NEW.ID', 'refresh-token': 'NEW: "R"' }
  const update = (text: string, user = 'dev') => withTokens(text, user, config, tokens)

  it('changes only the tokens: comments, quotes, order and long lines stay', () => {
    const text = (id: string, refresh: string) => `# my clusters
apiVersion:   v1
users:
  - name: other # not this one
    user: {auth-provider: {name: oidc, config: {id-token: OTHER, idp-issuer-url: 'https://issuer', client-id: kube}}}
  - user:
      auth-provider:
        config:
          # the client
          client-id: 'kube'
          id-token: ${id} # short-lived
          idp-issuer-url: "https://issuer"

          refresh-token: ${refresh}
        name: oidc
    name: dev
clusters: [ { name: c, cluster: {server: https://10.0.0.1:6443/${'long/'.repeat(40)}} } ]
`
    expect(update(text('OLD', '"old"'))).to.equal(text('"NEW.ID"', '"NEW: \\"R\\""'))
  })

  it('adds tokens where there were none: in blocks, flows and JSON', () => {
    const block = `users:
- name: dev
  user:
    auth-provider:
      config:
        client-id: kube # the client
        idp-issuer-url: https://issuer
      name: oidc
`
    const entry = { name: 'dev', user: { 'auth-provider': { name: 'oidc', config } } }
    const flow =
      'users: [{name: dev, user: {auth-provider: {config: {client-id: kube, idp-issuer-url: https://issuer}}}}]\n'
    for (const text of [
      block,
      flow,
      JSON.stringify({ users: [entry] }),
      JSON.stringify({ users: [entry] }, null, 2),
    ]) {
      const updated = update(text)
      expect(parse(updated), text)
        .to.have.nested.property('users[0].user.auth-provider.config')
        .that.deep.equals({
          ...config,
          ...tokens,
        })
    }
    expect(update(block)).to.include('        client-id: kube # the client\n')
  })

  it('replace values of any style: plain, quoted, folded, literal, empty', () => {
    for (const value of ['OLD', "'OLD'", '>-\n          OLD\n          OLD', '|\n          OLD', '""']) {
      const text = `users:
- name: dev
  user:
    auth-provider:
      config:
        client-id: kube
        id-token: ${value}
        idp-issuer-url: https://issuer
        refresh-token: ${value}
x: 1
`
      const updated = update(text)
      expect(updated, value).to.not.include('OLD')
      expect(parse(updated)).to.have.property('x', 1)
    }
  })

  it('writes to no other entry, nor to a text that cannot be parsed', () => {
    const text = (issuer: string) =>
      `users: [{name: dev, user: {auth-provider: {config: {client-id: kube, idp-issuer-url: ${issuer}}}}}]`
    expect(() => update(text('https://another'))).to.throw(/has changed meanwhile/)
    expect(() => update(text('https://issuer'), 'nobody')).to.throw(/no auth-provider/)
    expect(() => update('users: [')).to.throw(/not valid YAML/)
    expect(() => update('users: [{name: dev, user: {token: t}}]')).to.throw(/no auth-provider/)
    const alias = `x: &t OLD\nusers: [{name: dev, user: {auth-provider: {config: {client-id: kube, idp-issuer-url: https://issuer, id-token: *t}}}}]`
    expect(() => update(alias)).to.throw(/plain values/)
  })
})
