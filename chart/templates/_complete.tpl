{{/*
Fills in the values that came after 0.1.0: `helm upgrade --reuse-values` keeps the defaults of the chart a release was made
with, which has none of them. Every template begins with this; what is there stays as it is.
*/}}
{{- define "cluster-inspector.complete" -}}
{{- include "cluster-inspector.fill" (dict "into" .Values "from" (.Files.Get "files/added-values.json" | fromJson).values) -}}
{{- end }}

{{/* Which resources are asked for is one value: who takes `limits` away wants none. */}}
{{- define "cluster-inspector.fill" -}}
{{- $into := .into -}}
{{- range $key, $value := .from -}}
{{- if not (hasKey $into $key) -}}
{{- $_ := set $into $key $value -}}
{{- else if and (kindIs "map" $value) (kindIs "map" (index $into $key)) (ne $key "resources") -}}
{{- include "cluster-inspector.fill" (dict "into" (index $into $key) "from" $value) -}}
{{- end -}}
{{- end -}}
{{- end }}
