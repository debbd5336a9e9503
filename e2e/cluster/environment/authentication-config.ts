import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

/** Folder of the configuration on the node and in the API server. */
const ON_NODE = '/authentication'
const FILE = 'config.yaml'

/** An OpenID Connect issuer that an API server accepts. */
export interface AcceptedIssuer {
  url: string
  /** In PEM. */
  ca: string
  audience: string
  /** Prefix of the names of its users and groups. */
  prefix: string
}

/**
 * The AuthenticationConfiguration of a kind cluster's API server: a folder of this machine that is mounted on the node. The
 * API server takes a change over within a minute.
 */
export class AuthenticationConfig {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates one without issuers. */
  static async create(folder: string): Promise<AuthenticationConfig> {
    await mkdir(folder)
    const config = new AuthenticationConfig(folder)
    await config.accept()
    return config
  }

  /** Replaces the issuers. */
  async accept(...issuers: AcceptedIssuer[]): Promise<void> {
    const jwt = issuers.map(({ url, ca, audience, prefix }) => ({
      issuer: { url, certificateAuthority: ca, audiences: [audience] },
      claimMappings: {
        username: { claim: 'preferred_username', prefix },
        groups: { claim: 'groups', prefix },
      },
    }))
    const kind = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' }
    const path = join(this.#folder, FILE)
    await writeFile(`${path}.new`, stringify({ ...kind, jwt }))
    await rename(`${path}.new`, path)
  }

  /** Writes a configuration of kind that adds this one to a base; returns its path. */
  async addTo(base: string): Promise<string> {
    const volume = { name: 'authentication', hostPath: ON_NODE, mountPath: ON_NODE, readOnly: true }
    const patch = {
      kind: 'ClusterConfiguration',
      apiServer: {
        extraArgs: { 'authentication-config': join(ON_NODE, FILE) },
        extraVolumes: [{ ...volume, pathType: 'Directory' }],
      },
    }
    const config = {
      ...(parse(await readFile(base, 'utf8')) as object),
      nodes: [
        {
          role: 'control-plane',
          extraMounts: [{ hostPath: this.#folder, containerPath: ON_NODE, readOnly: true }],
        },
      ],
      kubeadmConfigPatches: [stringify(patch)],
    }
    const file = `${this.#folder}.kind.yaml`
    await writeFile(file, stringify(config))
    return file
  }
}
