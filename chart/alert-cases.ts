/**
 * A series of a Prometheus unit test: its name, its labels other than namespace and Pod, and one value a
 * minute.
 */
export type Series = readonly [name: string, labels: string, values: string]

const CALLS = 'cluster_inspector_kube_requests_total'
const REQUESTS = 'cluster_inspector_http_requests_total'
const BUCKETS = 'cluster_inspector_http_request_duration_seconds_bucket'
const STATE = 'cluster_inspector_reflector_state'
const OPERATOR = 'cluster_inspector_operator_'

/** Calls of one context: 60 a minute succeed, and `each` a minute have this status code. */
const calls = (code: string, each: number): Series[] => [
  [CALLS, 'context="a",verb="list",resource="pods",code="200"', '0+60x90'],
  [CALLS, `context="a",verb="list",resource="pods",code="${code}"`, `0+${each}x90`],
]
const steady = (name: string, labels: string, value: number): Series[] => [[name, labels, `${value}x90`]]
/** A counter that increases once, a little before the end. */
const once = (name: string, labels: string, more: number): Series[] => [[name, labels, `0x80 ${more}x10`]]
const latency = (fast: number): Series[] => [
  [BUCKETS, 'route="/api/pods",method="GET",le="1"', `0+${fast}x90`],
  [BUCKETS, 'route="/api/pods",method="GET",le="5"', '0+100x90'],
  [BUCKETS, 'route="/api/pods",method="GET",le="+Inf"', '0+100x90'],
  // Open streams do not count as slow.
  [BUCKETS, 'route="/api/stream",method="GET",le="5"', '0+0x90'],
  [BUCKETS, 'route="/api/stream",method="GET",le="+Inf"', '0+900x90'],
]

/** For each alert, series with which it has to fire and series with which it must not. */
export const ALERT_CASES: Readonly<Record<string, { fires: readonly Series[]; quiet: readonly Series[] }>> = {
  ClusterInspectorAbsent: { fires: [], quiet: steady('cluster_inspector_stream_clients', '', 0) },
  ClusterInspectorRestarting: {
    fires: [['process_start_time_seconds', '', '0+600x90']],
    quiet: [['process_start_time_seconds', '', '5x30 9x60']],
  },
  ClusterInspectorErrors: {
    fires: [
      [REQUESTS, 'method="GET",route="/api/pods",status="200"', '0+90x90'],
      [REQUESTS, 'method="GET",route="/api/pods",status="500"', '0+10x90'],
    ],
    quiet: [
      [REQUESTS, 'method="GET",route="/api/pods",status="200"', '0+60x90'],
      [REQUESTS, 'method="GET",route="/api/pods",status="404"', '0+60x90'],
      [REQUESTS, 'method="GET",route="/api/pods",status="500"', '0+1x90'],
    ],
  },
  ClusterInspectorSlow: { fires: latency(90), quiet: latency(100) },
  ClusterInspectorCallsFail: { fires: calls('unreachable', 20), quiet: [...calls('404', 60)] },
  ClusterInspectorCredentialsRefused: { fires: calls('401', 1), quiet: calls('403', 60) },
  ClusterInspectorThrottled: { fires: calls('429', 12), quiet: calls('429', 1) },
  ClusterInspectorWatchDegraded: {
    fires: steady(STATE, 'context="a",resource="pods",scope="",state="degraded"', 1),
    quiet: [
      ...steady(STATE, 'context="a",resource="pods",scope="",state="live"', 1),
      ...steady(STATE, 'context="a",resource="nodes",scope="",state="forbidden"', 1),
      [STATE, 'context="a",resource="events",scope="",state="syncing"', '_x85 1x5'],
    ],
  },
  ClusterInspectorDiverged: {
    fires: once('cluster_inspector_cache_divergence_total', 'context="a",resource="pods",scope=""', 2),
    quiet: steady('cluster_inspector_cache_divergence_total', 'context="a",resource="pods",scope=""', 2),
  },
  ClusterInspectorQuarantined: {
    fires: once('cluster_inspector_reflector_quarantined_total', 'context="a",resource="pods",scope=""', 1),
    quiet: steady('cluster_inspector_reflector_quarantined_total', 'context="a",resource="pods",scope=""', 1),
  },
  ClusterInspectorCriticalFindings: {
    fires: steady('cluster_inspector_diagnosis_findings', 'context="a",severity="critical"', 2),
    quiet: [
      ...steady('cluster_inspector_diagnosis_findings', 'context="a",severity="critical"', 0),
      ...steady('cluster_inspector_diagnosis_findings', 'context="a",severity="warning"', 3),
    ],
  },
  ClusterInspectorEventLoop: {
    fires: steady('nodejs_eventloop_lag_p99_seconds', '', 0.8),
    quiet: [['nodejs_eventloop_lag_p99_seconds', '', '0.02x80 0.8x5 0.02x5']],
  },
  ClusterInspectorStreamsDropped: {
    fires: [['cluster_inspector_stream_dropped_total', '', '0+2x90']],
    quiet: once('cluster_inspector_stream_dropped_total', '', 3),
  },
  ClusterInspectorAuditLost: {
    fires: once('cluster_inspector_audit_dropped_total', '', 3),
    quiet: steady('cluster_inspector_audit_dropped_total', '', 3),
  },
  ClusterInspectorBackgroundFails: {
    fires: once('cluster_inspector_background_failures_total', 'work="following pods"', 1),
    quiet: steady('cluster_inspector_background_failures_total', 'work="following pods"', 1),
  },
  ClusterInspectorNotificationsLost: {
    fires: once('cluster_inspector_notifications_total', 'channel="ops",outcome="failed"', 1),
    quiet: [
      ['cluster_inspector_notifications_total', 'channel="ops",outcome="retry"', '0+5x90'],
      ['cluster_inspector_notifications_total', 'channel="ops",outcome="delivered"', '0+5x90'],
      ...steady('cluster_inspector_notifications_broken', 'channel="ops"', 0),
    ],
  },
  ClusterInspectorModelBudget: {
    fires: [
      ...steady('cluster_inspector_model_day_tokens', '', 460_000),
      ...steady('cluster_inspector_model_day_tokens_limit', '', 500_000),
    ],
    quiet: [
      ...steady('cluster_inspector_model_day_tokens', '', 440_000),
      ...steady('cluster_inspector_model_day_tokens_limit', '', 500_000),
    ],
  },
  ClusterInspectorCertificateExpires: {
    fires: steady(
      'cluster_inspector_tls_certificate_expiration_timestamp_seconds',
      'certificate="server"',
      500_000,
    ),
    quiet: steady(
      'cluster_inspector_tls_certificate_expiration_timestamp_seconds',
      'certificate="server"',
      900_000,
    ),
  },
  ClusterInspectorOperatorAbsent: { fires: [], quiet: steady(`${OPERATOR}leader`, '', 0) },
  ClusterInspectorTokenExpires: {
    fires: steady(`${OPERATOR}token_expiration_timestamp_seconds`, '', 5_500),
    quiet: [[`${OPERATOR}token_expiration_timestamp_seconds`, '', '3600x45 6600x45']],
  },
  ClusterInspectorHandoverFails: {
    fires: once(`${OPERATOR}handovers_total`, 'result="failed"', 1),
    quiet: [[`${OPERATOR}handovers_total`, 'result="written"', '0+1x90']],
  },
  ClusterInspectorContextRefused: {
    fires: steady(`${OPERATOR}contexts`, 'state="rejected"', 2),
    quiet: [
      ...steady(`${OPERATOR}contexts`, 'state="rejected"', 0),
      ...steady(`${OPERATOR}contexts`, 'state="suspended"', 3),
    ],
  },
  ClusterInspectorNotFollowing: {
    fires: steady(`${OPERATOR}following`, 'resource="secrets"', 0),
    quiet: steady(`${OPERATOR}following`, 'resource="secrets"', 1),
  },
  ClusterInspectorNoLeader: {
    fires: steady(`${OPERATOR}leader`, '', 0),
    quiet: [[`${OPERATOR}leader`, '', '1x80 0x3 1x7']],
  },
  ClusterInspectorContextNotReady: {
    fires: steady(`${OPERATOR}context_ready`, 'context="b"', 0),
    quiet: [[`${OPERATOR}context_ready`, 'context="b"', '1x80 0x5 1x5']],
  },
  ClusterInspectorStatusNotWritten: {
    fires: once(`${OPERATOR}status_writes_total`, 'result="failed"', 9),
    quiet: [
      ...once(`${OPERATOR}status_writes_total`, 'result="failed"', 2),
      [`${OPERATOR}status_writes_total`, 'result="conflict"', '0+5x90'],
    ],
  },
}
