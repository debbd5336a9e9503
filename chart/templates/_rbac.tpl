{{/* Rules of the groups that are switched on, from the generated table, and those of custom resources. Nothing when none is left. */}}
{{- define "cluster-inspector.rules" -}}
{{- $root := . -}}
{{- range (.Files.Get "files/rbac.json" | fromJson).groups -}}
{{- $group := .name -}}
{{- if index $root.Values.rbac.groups $group -}}
{{- range .rules -}}
{{- $verbs := $root.Values.rbac.readOnly | ternary .read (concat .read .write) -}}
{{- if and $verbs (or (eq $root.Values.rbac.scope "cluster") (not .clusterWide)) }}
# rbac.groups.{{ $group }}
- apiGroups: {{ toJson .apiGroups }}
  resources: {{ toJson .resources }}
  verbs: {{ toJson $verbs }}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with .Values.rbac.customResources }}
# rbac.customResources
- apiGroups: {{ toJson . }}
  resources: ["*"]
  verbs: ["get", "list", "watch"]
{{- end -}}
{{- end }}

{{- define "cluster-inspector.subjects" -}}
- kind: ServiceAccount
  name: {{ include "cluster-inspector.serviceAccountName" . }}
  namespace: {{ include "cluster-inspector.namespace" . }}
{{- end }}
