{{/* The image's reference. */}}
{{- define "cluster-inspector.image" -}}
{{- $registry := .Values.image.registry -}}
{{- with .Values.global -}}
{{- $registry = default $registry .imageRegistry -}}
{{- end -}}
{{- with $registry }}{{ . }}/{{ end -}}
{{- .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag -}}
{{- with .Values.image.digest }}@{{ . }}{{ end -}}
{{- end }}

{{- define "cluster-inspector.imagePullSecrets" -}}
{{- $secrets := .Values.imagePullSecrets -}}
{{- with .Values.global -}}
{{- $secrets = concat $secrets (default (list) .imagePullSecrets) | uniq -}}
{{- end -}}
{{- with $secrets -}}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end }}

{{/* Pod Security "restricted" for every Pod of the chart. Only the ids are the user's to choose. */}}
{{- define "cluster-inspector.podSecurityContext" -}}
runAsNonRoot: true
{{- with .Values.podSecurityContext.runAsUser }}
runAsUser: {{ int64 . }}
{{- end }}
{{- with .Values.podSecurityContext.runAsGroup }}
runAsGroup: {{ int64 . }}
{{- end }}
{{- with .Values.podSecurityContext.fsGroup }}
fsGroup: {{ int64 . }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "cluster-inspector.containerSecurityContext" -}}
allowPrivilegeEscalation: false
capabilities:
  drop:
    - ALL
privileged: false
readOnlyRootFilesystem: true
runAsNonRoot: true
{{- end }}

{{/*
With port-forward allowed, the server accepts a loopback peer without credentials. The proxy of a service mesh
delivers inbound traffic from loopback too and would give every caller that access, so no mesh may inject one, whatever other
values say. Istio and Kuma read labels, Linkerd and Consul annotations; Istio's old annotation is for its old versions.
*/}}
{{- define "cluster-inspector.meshLabels" -}}
istio.io/dataplane-mode: none
kuma.io/sidecar-injection: disabled
sidecar.istio.io/inject: "false"
{{- end }}

{{- define "cluster-inspector.meshAnnotations" -}}
consul.hashicorp.com/connect-inject: "false"
linkerd.io/inject: disabled
sidecar.istio.io/inject: "false"
{{- end }}

{{- define "cluster-inspector.podLabels" -}}
{{- $own := include "cluster-inspector.selectorLabels" . | fromYaml -}}
{{- $mesh := eq (include "cluster-inspector.portForward" .) "true" | ternary (include "cluster-inspector.meshLabels" . | fromYaml) dict -}}
{{- mergeOverwrite (dict) .Values.commonLabels .Values.podLabels $mesh $own | toYaml -}}
{{- end }}

{{/* The checksum replaces the Pods when the configuration changes: a mounted file alone would not be read again. */}}
{{- define "cluster-inspector.podAnnotations" -}}
{{- $own := eq (include "cluster-inspector.portForward" .) "true" | ternary (include "cluster-inspector.meshAnnotations" . | fromYaml) dict -}}
{{- $_ := set $own "checksum/config" (include "cluster-inspector.config" . | sha256sum) -}}
{{- $_ := set $own "kubectl.kubernetes.io/default-container" "server" -}}
{{- $scrape := dict -}}
{{- if and .Values.metrics.enabled .Values.metrics.scrapeAnnotations (not (or .Values.metrics.serviceMonitor.enabled .Values.metrics.podMonitor.enabled)) -}}
{{- $scrape = dict "prometheus.io/scrape" "true" "prometheus.io/port" "9090" "prometheus.io/path" "/metrics" -}}
{{- end -}}
{{- mergeOverwrite (dict) .Values.commonAnnotations $scrape .Values.podAnnotations $own | toYaml -}}
{{- end }}

{{- define "cluster-inspector.topologySpreadConstraints" -}}
{{- $selector := dict "labelSelector" (dict "matchLabels" (include "cluster-inspector.selectorLabels" . | fromYaml)) -}}
{{- $constraints := list -}}
{{- range .Values.topologySpreadConstraints -}}
{{- $constraints = append $constraints (merge (dict) . (hasKey . "labelSelector" | ternary (dict) $selector)) -}}
{{- end -}}
{{- toYaml $constraints -}}
{{- end }}
