import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { CHART, render } from './helm.ts'

const NAME = 'cluster-inspector'
/** The oldest Kubernetes version that the chart supports, so that the manifests contain no newer fields. */
const KUBE_VERSION = '1.29.0'

interface Manifest {
  file: string
  /** The purpose and usage of the file, as comment lines. */
  about: readonly string[]
  values: readonly string[]
  only?: readonly string[]
}

const IMAGE = 'Put your registry in front of the image first, or load the image into the cluster.'

export const manifests: readonly Manifest[] = [
  {
    file: 'install.yaml',
    about: ['The whole service, with rights in the whole cluster.', IMAGE],
    values: [],
  },
  {
    file: 'read-only.yaml',
    about: [
      'The whole service, with rights to read in the whole cluster and none to change anything.',
      IMAGE,
    ],
    values: ['rbac.readOnly=true'],
  },
  {
    file: 'namespaced.yaml',
    about: [
      'The whole service, with rights in the namespace "default" alone: no cluster-wide role, so Nodes answer 403.',
      'For other namespaces change the Role, the RoleBinding and "namespaces" in the ConfigMap.',
      IMAGE,
    ],
    values: ['rbac.scope=namespaces', 'rbac.namespaces={default}'],
  },
  {
    file: 'remote-cluster-rbac.yaml',
    about: [
      'An identity with the rights of the service, to be created in another cluster that the service is to read.',
      `A token for its kubeconfig: kubectl -n ${NAME} create token ${NAME}-server --duration=8760h`,
      'The API server may grant a shorter time than asked; take the rights back by deleting the ClusterRoleBinding.',
    ],
    values: ['operator.enabled=false'],
    only: ['serviceaccount', 'clusterrole', 'clusterrolebinding'],
  },
]

/** Renders one file of manifests/ from the chart, without the parts that only Helm reads. */
export async function renderManifest({ file, about, values, only = [] }: Manifest): Promise<string> {
  const rendered = await render(
    NAME,
    CHART,
    `--namespace=${NAME}`,
    `--kube-version=${KUBE_VERSION}`,
    '--no-hooks',
    // `crds.keep` sets an annotation that only Helm reads.
    '--set=crds.keep=false',
    ...values.map((value) => `--set=${value}`),
    ...only.map((template) => `--show-only=templates/${template}.yaml`),
  )
  const objects = rendered
    .split(/^---\n/m)
    .map((one) =>
      one
        .replaceAll(/^(# Source: .*| *(helm\.sh\/chart|app\.kubernetes\.io\/managed-by): .*)\n/gm, '')
        .trim(),
    )
    .filter((one) => one !== '')
  const header = [
    ...about,
    `kubectl apply -f manifests/${file}`,
    `Made from chart ${chartVersion()} by "node chart/generate.ts" (Kubernetes ${KUBE_VERSION}${values.map((value) => `, ${value}`).join('')}); do not edit.`,
  ]
  return [header.map((line) => `# ${line}`).join('\n'), namespace(), ...objects].join('\n---\n') + '\n'
}

function chartVersion(): string {
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { version: string }
  return chart.version
}

function namespace(): string {
  return `apiVersion: v1
kind: Namespace
metadata:
  name: ${NAME}
  labels:
    pod-security.kubernetes.io/audit: restricted
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/warn: restricted`
}
