{{- define "cluster-inspector.operatorAccountName" -}}
{{- default (printf "%s-operator" (include "cluster-inspector.fullname" .)) .Values.operator.serviceAccount.name -}}
{{- end }}

{{- define "cluster-inspector.leaseName" -}}
{{- printf "%s-operator" (include "cluster-inspector.fullname" .) -}}
{{- end }}

{{- define "cluster-inspector.anchorName" -}}
{{- printf "%s-token-anchor" (include "cluster-inspector.fullname" .) -}}
{{- end }}

{{- define "cluster-inspector.sealSecretName" -}}
{{- printf "%s-seal" (include "cluster-inspector.fullname" .) -}}
{{- end }}

{{/* `true` where ClusterContexts are followed: they are a cluster's to define, so not where nothing is cluster-wide. */}}
{{- define "cluster-inspector.clusterContexts" -}}
{{- and .Values.operator.enabled (eq .Values.rbac.scope "cluster") -}}
{{- end }}

{{/* Rules of the operator in the namespace of the release, from the generated list. */}}
{{- define "cluster-inspector.operatorRules" -}}
{{- $names := dict "lease" (include "cluster-inspector.leaseName" .) "server-account" (include "cluster-inspector.serviceAccountName" .) "seal-secret" (include "cluster-inspector.sealSecretName" .) -}}
{{- $contexts := eq (include "cluster-inspector.clusterContexts" .) "true" -}}
{{- range (.Files.Get "files/rbac.json" | fromJson).operator -}}
{{- if or $contexts (not .forClusterContexts) }}
- apiGroups: {{ toJson .apiGroups }}
  resources: {{ toJson .resources }}
  {{- with .named }}
  resourceNames: {{ list (get $names .) | toJson }}
  {{- end }}
  verbs: {{ toJson .verbs }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The folder in memory in which the operator hands contexts and the token over. */}}
{{- define "cluster-inspector.handover" -}}
/var/run/cluster-inspector
{{- end }}

{{/* A native sidecar: it is there before the server starts, which finds its token, and after it has ended. */}}
{{- define "cluster-inspector.operatorContainer" -}}
{{- $folder := include "cluster-inspector.handover" . -}}
{{- $operator := .Values.operator -}}
- name: operator
  image: {{ include "cluster-inspector.image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  restartPolicy: Always
  args:
    - operate
    - --contexts-file={{ $folder }}/contexts.json
    {{- if eq (include "cluster-inspector.clusterContexts" .) "true" }}
    - --lease={{ include "cluster-inspector.leaseName" . }}
    - --keep-settings-days={{ int .Values.settings.keepDays }}
    {{- else }}
    - --secrets-alone
    {{- end }}
    - --server-account={{ include "cluster-inspector.serviceAccountName" . }}
    - --token-anchor={{ include "cluster-inspector.anchorName" . }}
    - --token-folder={{ $folder }}
    {{- if not .Values.seal.existingSecret }}
    - --seal-secret={{ include "cluster-inspector.sealSecretName" . }}
    {{- end }}
    {{- if $operator.allow.insecureTls }}
    - --allow-insecure-tls
    {{- end }}
    {{- with $operator.allow.servers }}
    - {{ printf "--allow-servers=%s" (join "," .) | quote }}
    {{- end }}
    {{- with .Values.config.context }}
    - {{ printf "--context=%s" . | quote }}
    {{- end }}
    - --host=*
    - --metrics-port=9092
    - --log-level={{ .Values.config.logLevel }}
    - --log-format={{ .Values.config.logFormat }}
  env:
    {{- $names := list -}}
    {{- range $operator.extraEnv }}{{ $names = append $names .name }}{{ end }}
    {{- if not (has "NODE_OPTIONS" $names) }}
    # As the image has it, but for the folder that may be written.
    - name: NODE_OPTIONS
      value: --permission --allow-net --allow-fs-read=* --allow-fs-write={{ $folder }} --disable-warning=ExperimentalWarning
    {{- end }}
    {{- with $operator.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  ports:
    - name: operator
      containerPort: 9092
      protocol: TCP
  startupProbe:
    httpGet:
      path: /readyz
      port: operator
    {{- toYaml $operator.startupProbe | nindent 4 }}
  livenessProbe:
    httpGet:
      path: /healthz
      port: operator
    {{- toYaml $operator.livenessProbe | nindent 4 }}
  resources:
    {{- toYaml $operator.resources | nindent 4 }}
  securityContext:
    {{- include "cluster-inspector.containerSecurityContext" . | nindent 4 }}
  volumeMounts:
    - name: handover
      mountPath: {{ $folder }}
    # The path at which Kubernetes clients look for credentials. Only this container has them.
    - name: operator-identity
      mountPath: /var/run/secrets/kubernetes.io/serviceaccount
      readOnly: true
{{- end }}

{{- define "cluster-inspector.operatorVolumes" -}}
- name: handover
  emptyDir:
    medium: Memory
    sizeLimit: 16Mi
- name: operator-identity
  projected:
    defaultMode: 0440
    sources:
      - serviceAccountToken:
          path: token
          expirationSeconds: 3600
      - configMap:
          name: kube-root-ca.crt
          items:
            - key: ca.crt
              path: ca.crt
      - downwardAPI:
          items:
            - path: namespace
              fieldRef:
                fieldPath: metadata.namespace
{{- end }}
