import { settings } from '../config/settings-schema.ts'

/** A flag of `operate`, as the command line and the document of the operator show it. */
export interface OperatorFlag {
  readonly flag: string
  /** Placeholder of the value; without one, the flag is a switch. */
  readonly value?: string
  readonly required?: true
  readonly default?: string
  readonly description: string
  /** The setting of `serve` that it is, with the same default and variable. */
  readonly setting?: keyof typeof settings.properties
}

/** Every flag of `operate`. */
export const operatorFlags: readonly OperatorFlag[] = [
  {
    flag: '--contexts-file',
    value: '<file>',
    required: true,
    description: 'file that the server reads (its --contexts-file)',
  },
  {
    flag: '--namespace',
    value: '<name>',
    description: 'namespace of the ClusterContexts and Secrets (default: the namespace of the Pod)',
  },
  {
    flag: '--secrets-alone',
    description: 'read labelled Secrets only: no ClusterContexts, no leader election, no status',
  },
  {
    flag: '--lease',
    value: '<name>',
    description: 'Lease for leader election; the leader probes contexts (required without --secrets-alone)',
  },
  {
    flag: '--server-account',
    value: '<name>',
    description: 'ServiceAccount of the server, for which tokens are requested',
  },
  {
    flag: '--token-anchor',
    value: '<name>',
    description: 'Secret that those tokens are bound to: deleting it revokes them',
  },
  {
    flag: '--token-folder',
    value: '<folder>',
    description: 'folder from which the server reads them (its --service-account)',
  },
  {
    flag: '--seal-secret',
    value: '<name>',
    description:
      'Secret with the keys for sealed settings, passed to the server in --token-folder; an empty one gets a key',
  },
  {
    flag: '--keep-settings-days',
    value: '<days>',
    default: '180',
    description: 'days after which settings that nobody changed are deleted, 0 for never',
  },
  { flag: '--allow-insecure-tls', description: 'allow clusters whose certificate is not verified' },
  {
    flag: '--allow-servers',
    value: '<hosts>',
    description: 'allow only these hosts, comma-separated: names, addresses, *.domain',
  },
  shared('--kubeconfig', 'kubeconfig'),
  shared('--context', 'context'),
  shared('--service-account', 'serviceAccount'),
  {
    flag: '--host',
    value: '<value>',
    default: '127.0.0.1',
    description: 'address for metrics and probes, * for all',
  },
  { flag: '--metrics-port', value: '<value>', default: '9092', description: 'port for metrics and probes' },
  shared('--log-level', 'logLevel'),
  shared('--log-format', 'logFormat'),
]

function shared(flag: string, setting: keyof typeof settings.properties): OperatorFlag {
  return { flag, value: '<value>', setting, description: settings.properties[setting].description }
}
