import type { ClusterObject, RepositoryFile } from '../repository-file.ts'

/** An object of a cluster, and the file of a repository that it comes from. */
export interface CorpusCase {
  readonly object: ClusterObject
  readonly path: string
}

/** A repository in a well-known layout. */
export interface CorpusRepository {
  readonly name: string
  readonly files: readonly RepositoryFile[]
  readonly cases: readonly CorpusCase[]
}

/** Returns the YAML of a workload; without a namespace, the tool that applies it chooses one. */
export function workload(kind: string, name: string, namespace?: string): string {
  const group = kind === 'Job' || kind === 'CronJob' ? 'batch/v1' : 'apps/v1'
  return `apiVersion: ${group}
kind: ${kind}
metadata:
  name: ${name}${namespace === undefined ? '' : `\n  namespace: ${namespace}`}
spec:
  template:
    spec:
      containers:
        - name: main
          image: registry.example.com/${name}:1.0.0
`
}

/** Returns the YAML of a Service, which has the name of its workload. */
export function service(name: string, namespace?: string): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}${namespace === undefined ? '' : `\n  namespace: ${namespace}`}
spec:
  selector: { app: ${name} }
  ports: [{ port: 80 }]
`
}

/** Returns a kustomization with these resources and further fields. */
export function kustomization(
  resources: readonly string[],
  fields: Readonly<Record<string, string>> = {},
): string {
  const more = Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`)
  return `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
${resources.map((one) => `  - ${one}\n`).join('')}${more.join('')}`
}

export function fluxKustomization(name: string, path: string, targetNamespace?: string): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ${path}
  prune: true${targetNamespace === undefined ? '' : `\n  targetNamespace: ${targetNamespace}`}
  sourceRef: { kind: GitRepository, name: flux-system }
`
}

export function helmRelease(
  name: string,
  chart: string,
  fields: { namespace?: string; target?: string } = {},
): string {
  const { namespace, target } = fields
  return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: ${name}${namespace === undefined ? '' : `\n  namespace: ${namespace}`}
spec:
  interval: 1h${target === undefined ? '' : `\n  targetNamespace: ${target}\n  releaseName: ${name}`}
  chart:
    spec:
      chart: ${chart}
      version: 1.x
      sourceRef: { kind: HelmRepository, name: ${name} }
`
}

/** Returns an Application of Argo CD; `source` is the YAML of its source in one line. */
export function application(name: string, namespace: string, source: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${name}
  namespace: argocd
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: ${namespace} }
  source: ${source}
`
}

/** Returns a template as `helm create` writes it, for one kind. */
export function template(kind: string, chart: string, suffix = ''): string {
  return `{{- if .Values.enabled }}
apiVersion: ${kind === 'Service' ? 'v1' : 'apps/v1'}
kind: ${kind}
metadata:
  name: {{ include "${chart}.fullname" . }}${suffix}
  labels:
    {{- include "${chart}.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicas }}
{{- end }}
`
}

/** Returns the files of a chart with a Deployment and a Service. */
export function chart(folder: string, name: string): readonly RepositoryFile[] {
  return [
    { path: `${folder}/Chart.yaml`, content: `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n` },
    { path: `${folder}/values.yaml`, content: 'enabled: true\nreplicas: 1\n' },
    { path: `${folder}/templates/deployment.yaml`, content: template('Deployment', name) },
    { path: `${folder}/templates/service.yaml`, content: template('Service', name) },
  ]
}

/** Returns the files of a mapping from paths to contents. */
export function files(contents: Readonly<Record<string, string>>): readonly RepositoryFile[] {
  return Object.entries(contents).map(([path, content]) => ({ path, content }))
}
