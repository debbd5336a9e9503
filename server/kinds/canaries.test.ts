import { expect } from 'chai'
import { isObject } from '../core/json.ts'
import { now } from '../testing/metadata.ts'
import { Canaries, filled, modelOf, wholeValue } from '../testing/whole-objects.ts'
import { kinds } from './register.ts'

/** Fields whose values no response may contain, whatever the kind declares. */
const SECRET = /(?:^|\.)(?:env\.value|args|command|data|stringData|httpHeaders\.value)(?:\[0\])?$|\?query$/

/** The one part of a command that is shown: the program of a probe. */
const PROGRAM = /Probe\.exec\.command\[0\]$/

const COPY = 'copy:'

/** Returns the annotations in which tools keep a copy of an object, with Secrets and containers in it. */
function copies(type: string, canaries: Canaries): Record<string, string> {
  const items = [type, 'V1Pod', 'V1Secret'].map((one) => wholeValue(one, COPY, canaries))
  const copy = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  return {
    'kubectl.kubernetes.io/last-applied-configuration': copy,
    'kapp.k14s.io/original': copy,
    'objectset.rio.cattle.io/applied': copy,
    'example.com/list': JSON.stringify(items),
    'example.com/twice': JSON.stringify(copy),
    'example.com/cut': copy.slice(0, -1),
  }
}

function withCopies(object: unknown, type: string, canaries: Canaries): object {
  if (!isObject(object) || !isObject(object.metadata)) throw new TypeError('no object with metadata')
  const annotations = { ...(isObject(object.metadata.annotations) ? object.metadata.annotations : {}) }
  const metadata = {
    ...object.metadata,
    creationTimestamp: '2026-11-20T11:25:00Z',
    annotations: { ...annotations, ...copies(type, canaries) },
  }
  return { ...object, metadata }
}

/** Returns the paths that texts in the projections of a kind come from: a set for each text. */
function sourcesOfTexts(kind: (typeof kinds)[number], type: string): string[][] {
  const makers = [
    (canaries: Canaries) => wholeValue(type, '', canaries),
    ...kind.declaration.samples.flatMap((sample) =>
      [true, false].map((replaced) => (canaries: Canaries) => filled(sample, type, '', canaries, replaced)),
    ),
  ]
  return makers.flatMap((make) => {
    const canaries = new Canaries()
    const object = withCopies(make(canaries), type, canaries)
    return kind.projections.flatMap((one) => canaries.in(JSON.stringify(one.project(object, now))))
  })
}

const withoutMarks = (path: string) => path.replace(/(?:\[0\]|\{key\})$/, '')

for (const kind of kinds)
  describe(`texts of kind ${kind.plural}`, () => {
    const { visibleFields } = kind.declaration
    const type = modelOf(kind.kind, kind.version)
    const sources = type === undefined ? [] : sourcesOfTexts(kind, type)

    it('have samples with every field of the Kubernetes API', () => {
      expect(type).to.be.a('string')
    })

    it('come only from the fields that the kind declares visible [A2]', () => {
      const isAllowed = (path: string) => path.startsWith(COPY) || visibleFields.includes(withoutMarks(path))
      const undeclared = sources.filter((paths) => !paths.some(isAllowed)).map((paths) => paths.join(' or '))
      expect([...new Set(undeclared)].sort()).to.deep.equal([])
    })

    it('never come from environment values, commands, arguments or data, nor from copies of them [A2]', () => {
      const secret = sources.flat().filter((path) => SECRET.test(path))
      const isOwnData = (path: string) => kind.kind === 'ConfigMap' && path.startsWith('data')
      const wanted = secret.filter(
        (path) => path.startsWith(COPY) || !(PROGRAM.test(path) || isOwnData(path)),
      )
      expect([...new Set(wanted)].sort()).to.deep.equal([])
    })

    it('come from every field that the kind declares visible', () => {
      const all = new Set(sources.flat().map(withoutMarks))
      expect(visibleFields.filter((path) => !all.has(path))).to.deep.equal([])
    })
  })

describe('wholeValue', () => {
  const pathsOf = (type: string): string[] => {
    const canaries = new Canaries()
    return canaries.in(JSON.stringify(wholeValue(type, '', canaries))).flat()
  }

  it('fills environment values, commands, arguments, headers and queries of all containers', () => {
    const lists = ['containers', 'initContainers', 'ephemeralContainers']
    const fields = [
      'env.value',
      'args',
      'command',
      'livenessProbe.exec.command',
      'lifecycle.preStop.exec.command',
      'readinessProbe.httpGet.httpHeaders.value',
      'startupProbe.httpGet.path?query',
    ]
    const paths = lists.flatMap((list) => fields.map((field) => `spec.${list}.${field}`))
    expect(pathsOf('V1Pod')).to.include.members(paths)
    expect(paths.filter((path) => !SECRET.test(path))).to.deep.equal([])
  })

  it('fills keys and values of the maps of a Secret', () => {
    expect(pathsOf('V1Secret')).to.include.members(['data', 'data{key}', 'stringData', 'stringData{key}'])
  })

  it('fills each source of a volume in an element of its own', () => {
    const { spec } = wholeValue('V1Pod', '', new Canaries()) as { spec: { volumes: object[] } }
    for (const source of ['configMap', 'csi', 'hostPath', 'projected', 'secret'])
      expect(
        spec.volumes.filter((volume) => source in volume && Object.keys(volume).length === 2),
        source,
      ).to.have.length.above(0)
  })
})
