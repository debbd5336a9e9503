{{/* A text cut to .max characters. What is cut ends in a hash, so that two long names stay two names. */}}
{{- define "cluster-inspector.shorten" -}}
{{- if gt (len .text) (int .max) -}}
{{- printf "%s-%s" (.text | trunc (int (sub .max 9)) | trimSuffix "-") (.text | sha256sum | trunc 8) -}}
{{- else -}}
{{- .text -}}
{{- end -}}
{{- end }}

{{- define "cluster-inspector.name" -}}
{{- default .Chart.Name .Values.nameOverride -}}
{{- end }}

{{/* 50 characters leave room in 63 for the longest ending. */}}
{{- define "cluster-inspector.fullname" -}}
{{- $name := include "cluster-inspector.name" . -}}
{{- $full := printf "%s-%s" .Release.Name $name -}}
{{- if .Values.fullnameOverride -}}
{{- $full = .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- $full = .Release.Name -}}
{{- end -}}
{{- include "cluster-inspector.shorten" (dict "text" $full "max" 50) -}}
{{- end }}

{{- define "cluster-inspector.namespace" -}}
{{- default .Release.Namespace .Values.namespaceOverride -}}
{{- end }}

{{/* The name of roles and bindings. They stand outside the release's namespace, beside those of other releases. */}}
{{- define "cluster-inspector.roleName" -}}
{{- $text := printf "%s-%s" (include "cluster-inspector.namespace" .) (include "cluster-inspector.fullname" .) -}}
{{- include "cluster-inspector.shorten" (dict "text" $text "max" 63) -}}
{{- end }}

{{- define "cluster-inspector.serviceAccountName" -}}
{{- default (printf "%s-server" (include "cluster-inspector.fullname" .)) .Values.serviceAccount.name -}}
{{- end }}

{{/* Never changes for a release: a Deployment's selector is immutable. */}}
{{- define "cluster-inspector.selectorLabels" -}}
app.kubernetes.io/name: {{ include "cluster-inspector.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{/* Labels of an object: dict root, component. The chart's own win over the user's, and no key is written twice. */}}
{{- define "cluster-inspector.labels" -}}
{{- $root := .root -}}
{{- $own := include "cluster-inspector.selectorLabels" $root | fromYaml -}}
{{- $version := default $root.Chart.AppVersion $root.Values.image.tag | trunc 63 -}}
{{- $_ := set $own "app.kubernetes.io/component" (default "server" .component) -}}
{{- $_ := set $own "app.kubernetes.io/version" (regexReplaceAll "[^A-Za-z0-9]+$" $version "") -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "cluster-inspector" -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" $root.Release.Service -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") -}}
{{- mergeOverwrite (dict) $root.Values.commonLabels (default (dict) .labels) $own | toYaml -}}
{{- end }}

{{/* Everything under metadata: dict root, name, and as needed namespace, clusterWide, component, labels, annotations. */}}
{{- define "cluster-inspector.metadata" -}}
name: {{ .name }}
{{- if not .clusterWide }}
namespace: {{ default (include "cluster-inspector.namespace" .root) .namespace }}
{{- end }}
labels:
  {{- include "cluster-inspector.labels" . | nindent 2 }}
{{- with mergeOverwrite (dict) .root.Values.commonAnnotations (default (dict) .annotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
