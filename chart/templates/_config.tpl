{{/* config.json as the server reads it. */}}
{{- define "cluster-inspector.config" -}}
{{- $config := dict "host" "*" "port" 8080 "metricsPort" 9090 -}}
{{- with .Values.config.context -}}
{{- $_ := set $config "context" . -}}
{{- end -}}
{{- $_ := set $config "namespaces" .Values.rbac.namespaces -}}
{{- $_ := set $config "readOnly" .Values.rbac.readOnly -}}
{{- $_ := set $config "logLevel" .Values.config.logLevel -}}
{{- $_ := set $config "logFormat" .Values.config.logFormat -}}
{{- $_ := set $config "accessLog" .Values.config.accessLog -}}
{{- $_ := set $config "cache" .Values.config.cache -}}
{{- $_ := set $config "requestTimeout" .Values.config.requestTimeout -}}
{{- $_ := set $config "shutdownDelay" .Values.config.shutdownDelay -}}
{{- $_ := set $config "shutdownGrace" .Values.config.shutdownGrace -}}
{{- toPrettyJson $config -}}
{{- end }}

{{/* Seconds of a duration such as 15s or 2m. */}}
{{- define "cluster-inspector.seconds" -}}
{{- $number := regexFind "^[0-9]+" . | int -}}
{{- hasSuffix "m" . | ternary (mul $number 60) $number -}}
{{- end }}
