import { placeOf } from './data/pods.ts'
import { deploymentName, namespaceOf, nodeName, type Shape } from './data/shape.ts'

/** A request that is sent to the service, to raw node:http with the same bytes, and to the naive twin. */
export interface Question {
  id: string
  scenario: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** The lowest ratio of the service's requests per second to raw node:http's. */
  ofLimit: number
  /** The lowest ratio to the naive twin's requests per second; undefined if the twin has no equivalent. */
  timesTwin?: number
  /** The highest ratio of the 99th percentile to the twin's, each at half of its maximum rate. */
  latencyOfTwin?: number
  /**
   * Whether responses are so large that a few connections use the whole machine, and that the twin takes a
   * second for each.
   */
  large?: boolean
  /** The content encoding that the response must have. */
  encoding?: string
  /** The least number of items in the response. */
  items?: number
  /** Leaves the twin out, because its cluster cannot serve this much. */
  alone?: boolean
  /** Sends the response's validator back. */
  conditional?: boolean
}

const EVERYTHING = '/api/pods'

/**
 * Returns the requests to measure. `brief`: only the ones CI has time for, with as few to the slow twin as
 * possible.
 */
export function questionsOf(shape: Shape, brief: boolean): Question[] {
  const questions = all(shape)
  return brief ? questions.filter(({ encoding = 'gzip' }) => encoding === 'gzip').map(briefly) : questions
}

function briefly({ timesTwin, latencyOfTwin: _latency, ...question }: Question): Question {
  return question.id === 'P1' && timesTwin !== undefined ? { ...question, timesTwin } : question
}

function all(shape: Shape): Question[] {
  const pod = placeOf(shape, 0)
  const namespace = `namespace=${namespaceOf(0)}`
  const compressed = ['zstd', 'br', 'gzip'].map((encoding) => ({
    id: 'P4',
    scenario: `all Pods, ${encoding}`,
    path: EVERYTHING,
    headers: { 'accept-encoding': encoding },
    ofLimit: 0.7,
    large: true,
    encoding,
    ...(encoding === 'gzip' ? { timesTwin: 1000 } : {}),
  }))
  const detail = (what: string, path: string): Question => ({
    id: 'P5',
    scenario: `detail of a ${what}`,
    path,
    ofLimit: 0.5,
    timesTwin: 100,
  })
  return [
    {
      id: 'P1',
      scenario: 'Pods of a namespace (200)',
      path: `${EVERYTHING}?${namespace}`,
      ofLimit: 0.5,
      timesTwin: 500,
      items: Math.min(shape.pods, 200),
      latencyOfTwin: 0.1,
    },
    {
      id: 'P2',
      scenario: 'all Pods',
      path: EVERYTHING,
      ofLimit: 0.85,
      timesTwin: 1000,
      large: true,
      items: shape.pods,
    },
    { id: 'P3', scenario: 'all Pods, 304', path: EVERYTHING, ofLimit: 0.5, conditional: true },
    ...compressed,
    detail('Deployment', `/api/deployments/${deploymentName(0)}?${namespace}`),
    detail('Pod', `/api/pods/${pod.name}?${namespace}`),
    detail('node', `/api/nodes/${nodeName(0)}`),
    {
      id: 'P8',
      scenario: 'summary of the dashboard',
      path: '/api/dashboard/summary',
      ofLimit: 0.5,
      alone: true,
    },
    { id: 'P23', scenario: 'diagnosis of the cluster', path: '/api/diagnosis', ofLimit: 0.5, alone: true },
  ]
}

/** Returns a request that is measured on the service and L1 only. */
export function withoutTwin({ timesTwin: _times, latencyOfTwin: _latency, ...question }: Question): Question {
  return { ...question, alone: true }
}
