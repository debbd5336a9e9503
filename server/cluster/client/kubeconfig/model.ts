/** PEM text, in the kubeconfig itself or in a file that is read again when it changes. */
export type PemSource = { readonly data: string } | { readonly file: string }

/**
 * A cluster of a kubeconfig; its paths are absolute. Source: client-go, tools/clientcmd/api/v1/types.go, Cluster.
 */
export interface KubeconfigCluster {
  readonly name: string
  readonly server: string
  /** `certificate-authority-data`, else `certificate-authority`. */
  readonly certificateAuthority: PemSource | undefined
  readonly insecureSkipTlsVerify: boolean
  readonly tlsServerName: string | undefined
  /** `proxy-url`; undefined: the proxy of the environment, if there is one. */
  readonly proxyUrl: string | undefined
  /** Only for exec plugins: responses are never asked for compressed. */
  readonly disableCompression: boolean
  /** The extension `client.authentication.k8s.io/exec`, which exec plugins receive as `config`. */
  readonly execConfig: unknown
}

/** Identity to act as. Source: client-go, rest.ImpersonationConfig. */
export interface Impersonation {
  readonly user: string
  readonly uid: string | undefined
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** A credential plugin. Source: client.authentication.k8s.io, KEP-541; client-go, ExecConfig. */
export interface ExecConfig {
  readonly apiVersion: string
  /** Absolute, or a name that is looked up in PATH: a relative path with a separator is relative to its file. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly installHint: string | undefined
  readonly provideClusterInfo: boolean
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always'
}

/** A user of a kubeconfig; its paths are absolute. Source: client-go, tools/clientcmd/api/v1/types.go, AuthInfo. */
export interface KubeconfigUser {
  readonly name: string
  /** The file that declares the user; refreshed tokens are written back to it. */
  readonly file: string
  readonly token: string | undefined
  readonly tokenFile: string | undefined
  readonly clientCertificate: PemSource | undefined
  readonly clientKey: PemSource | undefined
  readonly username: string | undefined
  readonly password: string | undefined
  readonly impersonation: Impersonation | undefined
  readonly exec: ExecConfig | undefined
  readonly authProvider:
    | { readonly name: string; readonly config: Readonly<Record<string, string>> }
    | undefined
}

/** The user of a context without one: requests are anonymous. */
export const anonymous: KubeconfigUser = {
  name: '',
  file: '',
  token: undefined,
  tokenFile: undefined,
  clientCertificate: undefined,
  clientKey: undefined,
  username: undefined,
  password: undefined,
  impersonation: undefined,
  exec: undefined,
  authProvider: undefined,
}
