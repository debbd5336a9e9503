{{/* The test's own component keeps its Pod out of every selector of the server. */}}
{{- define "cluster-inspector.testMetadata" -}}
{{- $annotations := dict "helm.sh/hook" "test" "helm.sh/hook-weight" .weight "helm.sh/hook-delete-policy" "before-hook-creation,hook-succeeded" -}}
{{- $name := printf "%s-test" (include "cluster-inspector.fullname" .root) -}}
{{- include "cluster-inspector.metadata" (dict "root" .root "name" $name "component" "test" "labels" .labels "annotations" $annotations) -}}
{{- end }}
