import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Pair {
  cert: string
  key: string
}

/** A certificate authority created with openssl in a test's folder, which is removed after the test. */
export class Authority {
  readonly pem: string
  readonly #folder: string
  readonly #name: string
  #issued = 0

  static async create(folder: string, name: string): Promise<Authority> {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]
    await openssl([...files, '-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign'])
    return new Authority(folder, name, await readFile(join(folder, `${name}.crt`), 'utf8'))
  }

  private constructor(folder: string, name: string, pem: string) {
    this.#folder = folder
    this.#name = name
    this.pem = pem
  }

  /** Issues a certificate; `extensions` in openssl's syntax, such as `subjectAltName=DNS:web`. */
  async issue(commonName: string, ...extensions: string[]): Promise<Pair> {
    const base = join(this.#folder, `${this.#name}-${this.#issued++}`)
    const ca = join(this.#folder, this.#name)
    const issuer = ['-CA', `${ca}.crt`, '-CAkey', `${ca}.key`]
    const files = ['-keyout', `${base}.key`, '-out', `${base}.crt`]
    const leaf = ['-subj', `/CN=${commonName}`, '-addext', 'basicConstraints=critical,CA:FALSE']
    await openssl([...issuer, ...files, ...leaf, ...extensions.flatMap((one) => ['-addext', one])])
    const [cert, key] = await Promise.all([readFile(`${base}.crt`, 'utf8'), readFile(`${base}.key`, 'utf8')])
    return { cert, key }
  }
}

async function openssl(args: string[]): Promise<void> {
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  await run('openssl', ['req', '-x509', ...fresh, ...args])
}
