import { placeOf } from './data/pods.ts'
import { deploymentName, namespaceOf, nodeName, type Shape } from './data/shape.ts'

/** A read that is asked of the service, of raw node:http with the same bytes, and of the naive twin. */
export interface Question {
  id: string
  scenario: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** The least part of what raw node:http answers a second. */
  ofLimit: number
  /** How many times as many as the naive twin; undefined where the twin cannot answer the same. */
  timesTwin?: number
  /** The most its 99th percentile may be of the twin's, each at half of what it can. */
  latencyOfTwin?: number
  /** Answers so large that a few connections fill the machine, and the twin needs a second for one. */
  large?: boolean
  /** The answer must come in this encoding. */
  encoding?: string
  /** How many items the answer has at least. */
  items?: number
  /** The twin is not asked at all: its cluster cannot answer as much at once. */
  alone?: boolean
  /** Sends the validator of the answer back. */
  conditional?: boolean
}

const EVERYTHING = '/api/pods'

/** `brief`: only what CI has time for, which asks the slow twin as little as possible. */
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
    ofLimit: 0.9,
    large: true,
    encoding,
    ...(encoding === 'gzip' ? { timesTwin: 20 } : {}),
  }))
  const detail = (what: string, path: string): Question => ({
    id: 'P5',
    scenario: `detail of a ${what}`,
    path,
    ofLimit: 0.6,
    timesTwin: 10,
  })
  return [
    {
      id: 'P1',
      scenario: 'Pods of a namespace (200)',
      path: `${EVERYTHING}?${namespace}`,
      ofLimit: 0.85,
      timesTwin: 100,
      items: Math.min(shape.pods, 200),
      latencyOfTwin: 0.1,
    },
    {
      id: 'P2',
      scenario: 'all Pods',
      path: EVERYTHING,
      ofLimit: 0.9,
      timesTwin: 200,
      large: true,
      items: shape.pods,
    },
    { id: 'P3', scenario: 'all Pods, 304', path: EVERYTHING, ofLimit: 0.9, conditional: true },
    ...compressed,
    detail('Deployment', `/api/deployments/${deploymentName(0)}?${namespace}`),
    detail('Pod', `/api/pods/${pod.name}?${namespace}`),
    detail('node', `/api/nodes/${nodeName(0)}`),
  ]
}

/** A question to the service and to L1 alone. */
export function withoutTwin({ timesTwin: _times, latencyOfTwin: _latency, ...question }: Question): Question {
  return { ...question, alone: true }
}
