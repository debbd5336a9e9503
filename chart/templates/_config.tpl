{{/* config.json as the server reads it. */}}
{{- define "cluster-inspector.config" -}}
{{- $config := dict "host" "*" "port" 8080 "tlsPort" 8443 "metricsPort" 9090 -}}
{{- with .Values.config.context -}}
{{- $_ := set $config "context" . -}}
{{- end -}}
{{- if .Values.operator.enabled -}}
{{- $folder := include "cluster-inspector.handover" . -}}
{{- $_ := set $config "contextsFile" (printf "%s/contexts.json" $folder) -}}
{{- $_ := set $config "serviceAccount" $folder -}}
{{- end -}}
{{- if .Values.seal.existingSecret -}}
{{- $_ := set $config "sealKeysFile" "/etc/cluster-inspector-seal/keys" -}}
{{- else if .Values.operator.enabled -}}
{{- $_ := set $config "sealKeysFile" (printf "%s/seal-keys" (include "cluster-inspector.handover" .)) -}}
{{- end -}}
{{- $_ := set $config "namespaces" .Values.rbac.namespaces -}}
{{- $_ := set $config "readOnly" .Values.rbac.readOnly -}}
{{- $_ := set $config "logLevel" .Values.config.logLevel -}}
{{- $_ := set $config "logFormat" .Values.config.logFormat -}}
{{- $_ := set $config "accessLog" .Values.config.accessLog -}}
{{- $_ := set $config "cache" .Values.config.cache -}}
{{- $_ := set $config "allowedHosts" (concat (include "cluster-inspector.hosts" . | fromJsonArray) (include "cluster-inspector.routedHosts" . | fromJsonArray) .Values.config.allowedHosts | uniq) -}}
{{- $_ := set $config "allowedOrigins" .Values.config.allowedOrigins -}}
{{- $_ := set $config "rateLimit" (int .Values.config.rateLimit) -}}
{{- $_ := set $config "loopback" (eq (include "cluster-inspector.portForward" .) "true") -}}
{{- $_ := set $config "authorization" .Values.auth.authorization -}}
{{- $_ := set $config "sharedIdentities" .Values.auth.sharedIdentities -}}
{{- $_ := set $config "tokenAudiences" (.Values.auth.tokenReview.enabled | ternary .Values.auth.tokenReview.audiences list) -}}
{{- if .Values.tls.existingSecret -}}
{{- $_ := set $config "tlsCertificateFile" "/etc/cluster-inspector-tls/tls.crt" -}}
{{- $_ := set $config "tlsKeyFile" "/etc/cluster-inspector-tls/tls.key" -}}
{{- end -}}
{{- if .Values.tls.clientCASecret -}}
{{- $_ := set $config "tlsClientCaFile" "/etc/cluster-inspector-client-ca/ca.crt" -}}
{{- end -}}
{{- $_ := set $config "trustedProxies" .Values.auth.trustedProxies -}}
{{- include "cluster-inspector.signIn" (dict "signIn" .Values.auth.signIn "config" $config) -}}
{{- $_ := set $config "readGroups" .Values.auth.reads -}}
{{- $_ := set $config "writeGroups" .Values.auth.writes -}}
{{- $_ := set $config "auditGroups" .Values.auth.auditReaders -}}
{{- $_ := set $config "auditRequired" .Values.audit.required -}}
{{- $_ := set $config "revealSecrets" .Values.secrets.reveal -}}
{{- $_ := set $config "revealGroups" .Values.secrets.revealGroups -}}
{{- include "cluster-inspector.repohost" (dict "repohost" .Values.repohost "config" $config) -}}
{{- include "cluster-inspector.notifications" (dict "root" . "config" $config) -}}
{{- include "cluster-inspector.ai" (dict "ai" .Values.ai "config" $config) -}}
{{- $_ := set $config "console" .Values.console.enabled -}}
{{- $_ := set $config "customResources" .Values.rbac.customResources -}}
{{- with .Values.settings.defaults -}}
{{- $_ := set $config "settingsDefaults" . -}}
{{- end -}}
{{- if .Values.audit.existingSecret -}}
{{- $_ := set $config "auditKeyFile" "/etc/cluster-inspector-audit/key" -}}
{{- end -}}
{{- if .Values.audit.existingClaim -}}
{{- $_ := set $config "auditFolder" "/var/lib/cluster-inspector/audit" -}}
{{- end -}}
{{- $_ := set $config "requestTimeout" .Values.config.requestTimeout -}}
{{- $_ := set $config "shutdownDelay" .Values.config.shutdownDelay -}}
{{- $_ := set $config "shutdownGrace" .Values.config.shutdownGrace -}}
{{- toPrettyJson $config -}}
{{- end }}

{{/* Whether who comes by port-forward is let in: said, or else as long as the cluster is not asked what they may. */}}
{{- define "cluster-inspector.portForward" -}}
{{- kindIs "bool" .Values.auth.portForward | ternary .Values.auth.portForward (eq .Values.auth.authorization "service") -}}
{{- end }}

{{/* Puts the settings of the repository host into a config: dict repohost, config. */}}
{{- define "cluster-inspector.repohost" -}}
{{- if .repohost.kind -}}
{{- $folder := "/etc/cluster-inspector-repohost" -}}
{{- $_ := set .config "repohostKind" .repohost.kind -}}
{{- with .repohost.baseUrl -}}
{{- $_ := set $.config "repohostBaseUrl" . -}}
{{- end -}}
{{- if .repohost.appId -}}
{{- $_ := set .config "repohostAppId" .repohost.appId -}}
{{- $_ := set .config "repohostInstallationId" (int .repohost.installationId) -}}
{{- $_ := set .config "repohostPrivateKeyFile" (printf "%s/private-key" $folder) -}}
{{- else if or (not .repohost.clientId) (ne .repohost.shared "none") -}}
{{- $_ := set .config "repohostTokenFile" (printf "%s/token" $folder) -}}
{{- end -}}
{{- with .repohost.clientId -}}
{{- $_ := set $.config "repohostClientId" . -}}
{{- $_ := set $.config "repohostClientSecretFile" (printf "%s/client-secret" $folder) -}}
{{- end -}}
{{- with .repohost.appSlug -}}
{{- $_ := set $.config "repohostAppSlug" . -}}
{{- end -}}
{{- with .repohost.caKey -}}
{{- $_ := set $.config "repohostCaFile" (printf "%s/%s" $folder .) -}}
{{- end -}}
{{- end -}}
{{- $_ := set .config "repohostShared" .repohost.shared -}}
{{- $_ := set .config "repohostRepositories" .repohost.repositories -}}
{{- $_ := set .config "repohostReadOnly" .repohost.readOnly -}}
{{- $_ := set .config "repohostAllowHttp" .repohost.allowHttp -}}
{{- $_ := set .config "repohostAllowSecrets" .repohost.allowSecrets -}}
{{- $_ := set .config "repohostAllowWorkflows" .repohost.allowWorkflows -}}
{{- $_ := set .config "repohostDraftFallback" .repohost.draftFallback -}}
{{- end }}

{{/* Puts the settings of notifications into a config: dict root, config. */}}
{{- define "cluster-inspector.notifications" -}}
{{- $values := .root.Values.notifications -}}
{{- $_ := set .config "notifications" $values.enabled -}}
{{- if $values.enabled -}}
{{- $folder := "/etc/cluster-inspector-notifications" -}}
{{- $channels := dict -}}
{{- range $name, $channel := $values.channels -}}
{{- $one := dict "type" $channel.type "urlFrom" (dict "file" (printf "%s/%s" $folder $channel.urlKey)) -}}
{{- with $channel.secretKey -}}
{{- $_ := set $one "secretFrom" (dict "file" (printf "%s/%s" $folder .)) -}}
{{- end -}}
{{- with $channel.minSeverity -}}
{{- $_ := set $one "minSeverity" . -}}
{{- end -}}
{{- with $channel.namespaces -}}
{{- $_ := set $one "namespaces" . -}}
{{- end -}}
{{- $_ := set $channels $name $one -}}
{{- end -}}
{{- $_ := set .config "notificationsChannels" $channels -}}
{{- with $values.caKey -}}
{{- $_ := set $.config "notificationsCaFile" (printf "%s/%s" $folder .) -}}
{{- end -}}
{{- $_ := set .config "notificationsAllowedHosts" $values.allowedHosts -}}
{{- $_ := set .config "notificationsAllowedAddresses" $values.allowedAddresses -}}
{{- $_ := set .config "notificationsContexts" $values.contexts -}}
{{- $_ := set .config "notificationsLease" (include "cluster-inspector.notifierLease" .root) -}}
{{- $_ := set .config "notificationsFor" $values.timing.for -}}
{{- $_ := set .config "notificationsGroupWait" $values.timing.groupWait -}}
{{- $_ := set .config "notificationsResolveAfter" $values.timing.resolveAfter -}}
{{- $_ := set .config "notificationsFlapWindow" $values.timing.flapWindow -}}
{{- $_ := set .config "notificationsRepeat" $values.timing.repeat -}}
{{- end -}}
{{- end }}

{{/* Name of the Lease whose holder notifies. */}}
{{- define "cluster-inspector.notifierLease" -}}
{{- printf "%s-notifier" (include "cluster-inspector.fullname" .) -}}
{{- end }}

{{/* Ports of the receivers of notifications: 443, and those of allowed hosts. A JSON list. */}}
{{- define "cluster-inspector.notificationPorts" -}}
{{- $ports := list 443 -}}
{{- range .Values.notifications.allowedHosts -}}
{{- with regexFind ":[0-9]+$" . -}}
{{- $ports = append $ports (trimPrefix ":" . | int) -}}
{{- end -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end }}

{{/* Port of a URL. */}}
{{- define "cluster-inspector.urlPort" -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- $port | default (eq $url.scheme "http" | ternary "80" "443") -}}
{{- end }}

{{/* Puts the settings of the language model into a config: dict ai, config. */}}
{{- define "cluster-inspector.ai" -}}
{{- if .ai.provider -}}
{{- $folder := "/etc/cluster-inspector-ai" -}}
{{- $_ := set .config "aiProvider" .ai.provider -}}
{{- $_ := set .config "aiModel" .ai.model -}}
{{- with .ai.baseUrl -}}
{{- $_ := set $.config "aiBaseUrl" . -}}
{{- end -}}
{{- if .ai.existingSecret -}}
{{- $_ := set .config "aiKeyFile" (printf "%s/key" $folder) -}}
{{- with .ai.caKey -}}
{{- $_ := set $.config "aiCaFile" (printf "%s/%s" $folder .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $_ := set .config "aiTokensPerDay" (int .ai.tokensPerDay) -}}
{{- $_ := set .config "aiPseudonyms" .ai.pseudonyms -}}
{{- $_ := set .config "aiAllowHttp" .ai.allowHttp -}}
{{- end }}

{{/* Puts the settings of the sign-in into a config: dict signIn, config. */}}
{{- define "cluster-inspector.signIn" -}}
{{- $folder := "/etc/cluster-inspector-sign-in" -}}
{{- $oidc := .signIn.oidc -}}
{{- $github := .signIn.github -}}
{{- $_ := set .config "oidcScopes" $oidc.scopes -}}
{{- $_ := set .config "groupsClaim" $oidc.groupsClaim -}}
{{- $_ := set .config "githubOrganizations" $github.organizations -}}
{{- if .signIn.url -}}
{{- $_ := set .config "authUrl" .signIn.url -}}
{{- $_ := set .config "signInKeysFile" (printf "%s/keys" $folder) -}}
{{- end -}}
{{- if $oidc.issuer -}}
{{- $_ := set .config "oidcIssuer" $oidc.issuer -}}
{{- $_ := set .config "oidcClientId" $oidc.clientId -}}
{{- $_ := set .config "oidcClientSecretFile" (printf "%s/oidc-client-secret" $folder) -}}
{{- end -}}
{{- with $oidc.caKey -}}
{{- $_ := set $.config "oidcCaFile" (printf "%s/%s" $folder .) -}}
{{- end -}}
{{- with $oidc.nameClaim -}}
{{- $_ := set $.config "nameClaim" . -}}
{{- end -}}
{{- $_ := set .config "oidcUsernamePrefix" ($oidc.usernamePrefix | default "oidc:") -}}
{{- $_ := set .config "oidcGroupsPrefix" ($oidc.groupsPrefix | default "oidc:") -}}
{{- if $github.clientId -}}
{{- $_ := set .config "githubClientId" $github.clientId -}}
{{- $_ := set .config "githubClientSecretFile" (printf "%s/github-client-secret" $folder) -}}
{{- end -}}
{{- end }}

{{/* The names by which other Pods reach the Service. */}}
{{- define "cluster-inspector.hosts" -}}
{{- $name := include "cluster-inspector.fullname" . -}}
{{- $full := printf "%s.%s" $name (include "cluster-inspector.namespace" .) -}}
{{- list $name $full (printf "%s.svc" $full) (printf "%s.svc.cluster.local" $full) | toJson -}}
{{- end }}

{{/* The names by which an Ingress or an HTTPRoute leads here. */}}
{{- define "cluster-inspector.routedHosts" -}}
{{- $hosts := list -}}
{{- if .Values.ingress.enabled -}}
{{- range .Values.ingress.hosts }}{{ $hosts = append $hosts .host }}{{ end -}}
{{- end -}}
{{- if .Values.httpRoute.enabled -}}
{{- $hosts = concat $hosts .Values.httpRoute.hostnames -}}
{{- end -}}
{{- toJson $hosts -}}
{{- end }}

{{/* Seconds of a duration such as 15s or 2m. */}}
{{- define "cluster-inspector.seconds" -}}
{{- $number := regexFind "^[0-9]+" . | int -}}
{{- hasSuffix "m" . | ternary (mul $number 60) $number -}}
{{- end }}
