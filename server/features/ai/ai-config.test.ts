import { expect } from 'chai'
import { loadConfig } from '../../config/load-config.ts'
import { configuredModel } from './ai-config.ts'

const load = (flags: Record<string, unknown>) => loadConfig({ demo: true, ...flags }, {})
const local = { aiProvider: 'openai-compatible', aiBaseUrl: 'http://127.0.0.1:11434/v1', aiModel: 'small' }

describe('settings of the model', () => {
  for (const [title, flags, message] of [
    ['a URL without a provider', { aiBaseUrl: 'https://a' }, 'aiBaseUrl has no effect without aiProvider'],
    ['a provider without a model', { ...local, aiModel: undefined }, 'aiProvider requires aiModel'],
    [
      'no URL of a compatible server',
      { ...local, aiBaseUrl: undefined },
      'aiProvider openai-compatible requires aiBaseUrl',
    ],
    [
      'Anthropic without a key',
      { aiProvider: 'anthropic', aiModel: 'large' },
      'aiProvider anthropic requires aiKeyFile',
    ],
    [
      'http to another machine',
      { ...local, aiBaseUrl: 'http://llm.example.com/v1' },
      'aiBaseUrl must be https: credentials would travel in the clear; or set aiAllowHttp',
    ],
    [
      'a metadata address',
      { ...local, aiBaseUrl: 'https://169.254.169.254/v1' },
      'aiBaseUrl names an address that is not allowed',
    ],
    [
      'credentials in the URL',
      { ...local, aiBaseUrl: 'https://a:b@c/v1' },
      'aiBaseUrl must not contain credentials',
    ],
  ] as const)
    it(`refuses ${title}`, () => {
      expect(() => load(flags)).to.throw(message)
    })

  it('needs no TLS and no key for a server on this machine', () => {
    const model = configuredModel(load(local))
    expect([model?.base.url.href, model?.keyFile]).to.deep.equal(['http://127.0.0.1:11434/v1', undefined])
  })

  it('allows http to another machine if it is set', () => {
    const model = configuredModel(load({ ...local, aiBaseUrl: 'http://llm.ai.svc/v1', aiAllowHttp: true }))
    expect(model?.base.url.href).to.equal('http://llm.ai.svc/v1')
  })

  it('knows the URL of Anthropic', () => {
    const model = configuredModel(load({ aiProvider: 'anthropic', aiModel: 'large', aiKeyFile: '/key' }))
    expect(model?.base.url.href).to.equal('https://api.anthropic.com/v1')
  })

  it('has none without a provider, and a budget of 500,000 tokens a day', () => {
    expect(configuredModel(load({}))).to.equal(undefined)
    expect(load({}).aiTokensPerDay).to.equal(500_000)
    expect(() => load({ aiTokensPerDay: 0 })).to.throw('aiTokensPerDay')
  })
})
