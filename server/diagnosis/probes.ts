import type { Probe } from '../kinds/pods/model.ts'

/** Returns a probe in words: `GET http :8080/ready`. Of a command only the program is shown, and of a path not the query. */
export function probeText({ exec, httpGet, tcpSocket, grpc }: Probe): string {
  if (httpGet) {
    const { scheme = 'HTTP', host = '', port, path = '/' } = httpGet
    return `GET ${scheme.toLowerCase()}://${host}:${port}${path.split('?')[0]}`
  }
  if (tcpSocket) return `tcp ${tcpSocket.host ?? ''}:${tcpSocket.port}`
  if (grpc) return `grpc :${grpc.port}`
  return `exec ${exec?.command?.[0] ?? ''}`.trim()
}

/** Returns the seconds after which a probe has failed for good: its delay, and its period for each failure. */
export function secondsUntilFailed({
  initialDelaySeconds = 0,
  periodSeconds = 10,
  failureThreshold = 3,
}: Probe): number {
  return initialDelaySeconds + periodSeconds * failureThreshold
}
