{{/* The endpoints of a monitor: dict root, monitor. The ports are named alike on the Service and on the Pods. */}}
{{- define "cluster-inspector.endpoints" -}}
{{- $monitor := .monitor -}}
{{- range .root.Values.operator.enabled | ternary (list "metrics" "operator") (list "metrics") }}
- port: {{ . }}
  path: /metrics
  honorLabels: {{ $monitor.honorLabels }}
  {{- with $monitor.interval }}
  interval: {{ . }}
  {{- end }}
  {{- with $monitor.scrapeTimeout }}
  scrapeTimeout: {{ . }}
  {{- end }}
  {{- with $monitor.relabelings }}
  relabelings:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $monitor.metricRelabelings }}
  metricRelabelings:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
{{- end }}
