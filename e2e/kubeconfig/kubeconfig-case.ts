/** A way in which the service differs from kubectl on purpose, each safer. */
export type Difference = keyof typeof DIFFERENCES

export const DIFFERENCES = {
  anonymous: 'kubectl asks for a user name on the terminal; the service has none, and is anonymous',
  entry:
    'kubectl refuses the whole file for one entry that cannot be decoded; the service leaves out the entry',
  userInfo: 'kubectl sends the credentials of a URL over plain HTTP; the service sends none',
  unusedFile:
    'kubectl opens certificate files that plain HTTP does not use, and fails without them; the service does not open them',
  proxyCertificate: 'kubectl shows the client certificate to an https proxy; the service does not',
} as const

/** A set of kubeconfig files and one context to use. */
export interface KubeconfigCase {
  readonly name: string
  /** Content by name; `@name@` stands for a value of the stage. */
  readonly files: Readonly<Record<string, string>>
  /** Executable files, as `files`; `@name@` stands for a value in a string of JavaScript. */
  readonly programs?: Readonly<Record<string, string>>
  /** The files in KUBECONFIG. */
  readonly kubeconfig: readonly string[]
  /** Context to use; undefined: the current one. */
  readonly context?: string
  readonly env?: Readonly<Record<string, string>>
  readonly difference?: Difference
  /** Two requests of one client, whose paths are not compared. */
  readonly requests?: 2
  /** Whether kubectl is run twice: after a 401 the service sends a request again by itself. */
  readonly isRepeated?: boolean
  /** Whether the service may run a plugin less often than kubectl, which runs it for each use of what has expired. */
  readonly savesRuns?: boolean
  /** A part of the message with which both refuse. */
  readonly says?: string
}
