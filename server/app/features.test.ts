import { expect } from 'chai'
import { settings } from '../config/settings-schema.ts'
import { features } from './features.ts'

describe('the register of features', () => {
  it('has unique names that can be taken from a request scope', () => {
    const names = features.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
    for (const name of names)
      expect(name)
        .to.match(/^[a-z]\w+$/)
        .and.not.be.oneOf(['cluster', 'caller'])
  })

  it('has the routes of every feature below /api/', () => {
    for (const { name, routes } of features)
      for (const { path } of routes) expect(path, name).to.match(/^\/api\//)
  })

  it('has the settings of every feature in the schema of all settings', () => {
    const own = features.flatMap((feature) => Object.entries(feature.settings ?? {}))
    expect(own).to.not.be.empty
    for (const [key, schema] of own) expect(settings.properties, key).to.have.deep.property(key, schema)
  })
})
