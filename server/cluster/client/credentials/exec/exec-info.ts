import type { ExecConfig, KubeconfigCluster } from '../../kubeconfig/model.ts'

/**
 * Returns the value of KUBERNETES_EXEC_INFO for a plugin: an ExecCredential without a terminal and, if the plugin wants it, the
 * cluster. Source: client.authentication.k8s.io/v1, Cluster; client-go, rest/exec.go.
 */
export function execInfo(exec: ExecConfig, cluster: KubeconfigCluster, ca: string | undefined): string {
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: exec.apiVersion,
    spec: {
      ...(exec.provideClusterInfo ? { cluster: clusterInfo(cluster, ca) } : {}),
      interactive: false,
    },
  })
}

function clusterInfo(
  {
    server,
    tlsServerName,
    insecureSkipTlsVerify,
    proxyUrl,
    disableCompression,
    execConfig,
  }: KubeconfigCluster,
  ca: string | undefined,
): object {
  return {
    server,
    ...(tlsServerName === undefined ? {} : { 'tls-server-name': tlsServerName }),
    ...(insecureSkipTlsVerify ? { 'insecure-skip-tls-verify': true } : {}),
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(proxyUrl === undefined ? {} : { 'proxy-url': proxyUrl }),
    ...(disableCompression ? { 'disable-compression': true } : {}),
    config: execConfig ?? null,
  }
}
