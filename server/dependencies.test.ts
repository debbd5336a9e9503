import { readFileSync } from 'node:fs'
import { expect } from 'chai'

interface Locked {
  dev?: boolean
  optional?: boolean
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

describe('dependencies of the project', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const { allowScripts, ...manifest } = read('package.json') as {
    allowScripts: Record<string, boolean>
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const locked = Object.entries(packages).filter(([path]) => path !== '')

  it('pins versions, and the bytes of what runs in the image [S13]', () => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    for (const [name, version] of wanted) expect(version, name).to.match(/^\d+\.\d+\.\d+$/)
    const running = locked.filter(([, { dev }]) => dev !== true)
    expect(running.length).to.be.greaterThan(50)
    for (const [path, { integrity }] of running) expect(integrity, path).to.match(/^sha512-/)
    for (const [path, { resolved }] of locked) expect(resolved, path).to.equal(undefined)
  })

  it('runs no script of its own when it is installed, but the one that fetches Node for development [S13]', () => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    const names = scripts.map(([path, { dev }]) => [path.replace('node_modules/', ''), dev === true])
    expect(names).to.deep.equal([
      ['@scarf/scarf', false],
      ['esbuild', true],
      ['node', true],
    ])
    expect(allowScripts).to.deep.equal({ node: true, esbuild: false, '@scarf/scarf': false })
    const dockerfile = readFileSync('server/Dockerfile', 'utf8')
    const installs = dockerfile.match(/npm (ci|install)[^\n&]*/g) ?? []
    expect(installs).to.have.length(2)
    for (const one of installs) expect(one).to.include('npm ci').and.include('--ignore-scripts')
  })
})
