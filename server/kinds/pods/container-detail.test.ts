import { expect } from 'chai'
import type { ContainerDetail } from './detail-schema.ts'
import { podDetail as schema } from './detail-schema.ts'
import type { Container, EnvVar, Probe } from './model.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { containerDetail } from './container-detail.ts'

const fitsContainer = matchesSchema<ContainerDetail>(schema.properties.containers.items)
const detail = (container: Omit<Container, 'name'>) =>
  fitsContainer(
    containerDetail({ container: { name: 'web', image: 'web:1', ...container }, status: undefined }),
  )

describe('containerDetail', () => {
  it('shows every list and map of a container that has none', () => {
    const want = {
      name: 'web',
      image: 'web:1',
      ready: false,
      restartCount: 0,
      state: { waiting: {} },
      ports: [],
      resources: { requests: {}, limits: {} },
      probes: {},
      env: [],
      envFrom: [],
      mounts: [],
    }
    expect(detail({})).to.deep.equal(want)
    const nulls = { ports: null, resources: null, env: null, envFrom: null, volumeMounts: null }
    expect(detail({ ...nulls, livenessProbe: null, restartPolicy: null })).to.deep.equal(want)
  })

  it('shows state and the state before', () => {
    const container = { name: 'web' }
    const status = {
      name: 'web',
      image: 'web:1',
      ready: true,
      restartCount: 2,
      state: { running: { startedAt: '2026-11-20T11:25:00Z' } },
      lastState: { terminated: { exitCode: 1, reason: 'Error' } },
    }
    const { state, lastState, restartCount } = fitsContainer(containerDetail({ container, status }))
    expect({ state, lastState, restartCount }).to.deep.equal({
      state: { running: { startedAt: '2026-11-20T11:25:00Z' } },
      lastState: { terminated: { exitCode: 1, reason: 'Error' } },
      restartCount: 2,
    })
    const fresh = containerDetail({ container, status: { ...status, lastState: {} } })
    expect(fresh).to.not.have.property('lastState')
  })

  const variables: [variable: EnvVar, from: object][] = [
    [{ name: 'A', value: 'hidden' }, { kind: 'literal' }],
    [{ name: 'A' }, { kind: 'literal' }],
    [{ name: 'A', value: 'hidden', valueFrom: null }, { kind: 'literal' }],
    [{ name: 'A', valueFrom: {} }, { kind: 'literal' }],
    [
      { name: 'A', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
      { kind: 'configMap', name: 'c', key: 'k' },
    ],
    [
      { name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      { kind: 'secret', name: 's', key: 'k' },
    ],
    [
      { name: 'A', valueFrom: { secretKeyRef: { key: 'k' } } },
      { kind: 'secret', key: 'k' },
    ],
    [
      { name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { kind: 'field', key: 'status.podIP' },
    ],
    [
      { name: 'A', valueFrom: { resourceFieldRef: { containerName: 'web', resource: 'limits.cpu' } } },
      { kind: 'resource', name: 'web', key: 'limits.cpu' },
    ],
    [
      { name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
      { kind: 'resource', key: 'limits.cpu' },
    ],
    [
      { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', key: 'k' } } },
      { kind: 'file', name: 'v', key: 'k' },
    ],
  ]
  for (const [variable, from] of variables)
    it(`says where ${JSON.stringify(variable)} comes from`, () => {
      const shown = detail({ env: [variable] })
      expect(shown.env).to.deep.equal([{ name: 'A', from }])
      expect(JSON.stringify(shown)).to.not.contain('hidden')
    })

  it('says what is imported whole', () => {
    const envFrom = [{ configMapRef: { name: 'c' } }, { secretRef: { name: 's' }, prefix: 'P_' }, {}]
    expect(detail({ envFrom }).envFrom).to.deep.equal([
      { kind: 'configMap', name: 'c' },
      { kind: 'secret', name: 's', prefix: 'P_' },
    ])
  })

  const timing = { periodSeconds: 10, failureThreshold: 3 }
  const probes: [asked: Probe, want: object | undefined][] = [
    [
      { httpGet: { path: '/live', port: 'http', scheme: 'HTTP' }, ...timing },
      { kind: 'httpGet', scheme: 'HTTP', port: 'http', path: '/live', ...timing },
    ],
    [{ httpGet: { host: 'h', port: 80 } }, { kind: 'httpGet', host: 'h', port: 80 }],
    [
      { tcpSocket: { port: 80 }, initialDelaySeconds: 1 },
      { kind: 'tcpSocket', port: 80, initialDelaySeconds: 1 },
    ],
    [{ grpc: { port: 9090, service: '' } }, { kind: 'grpc', port: 9090 }],
    [{ grpc: { port: 9090, service: 's' } }, { kind: 'grpc', port: 9090, service: 's' }],
    [{ httpGet: { path: '/live?token=x#y', port: 80 } }, { kind: 'httpGet', port: 80, path: '/live' }],
    [{ exec: { command: ['cat', '/tmp/up'] } }, { kind: 'exec', command: ['cat'] }],
    [{ exec: { command: ['curl -u a:b'] } }, { kind: 'exec', command: ['curl'] }],
    [{ exec: { command: null } }, { kind: 'exec', command: [] }],
    [timing, undefined],
  ]
  for (const [asked, want] of probes)
    it(`shows the probe ${JSON.stringify(asked)}`, () => {
      const shown = detail({ livenessProbe: asked, readinessProbe: asked, startupProbe: asked }).probes
      expect(shown).to.deep.equal(
        want === undefined ? {} : { liveness: want, readiness: want, startup: want },
      )
    })

  it('never shows the headers of a probe', () => {
    const httpGet = { port: 80, httpHeaders: [{ name: 'Authorization', value: 'hidden' }] }
    expect(JSON.stringify(detail({ livenessProbe: { httpGet } }))).to.not.contain('hidden')
  })

  it('shows ports, mounts and a sidecar', () => {
    const { ports, mounts, restartPolicy } = detail({
      restartPolicy: 'Always',
      ports: [
        { containerPort: 80 },
        { name: 'dns', containerPort: 53, hostPort: 53, hostIP: '10.0.0.1', protocol: 'UDP' },
      ],
      volumeMounts: [
        { name: 'v', mountPath: '/a' },
        { name: 'v', mountPath: '/b', readOnly: true, subPath: 's' },
        { name: 'v', mountPath: '/c', subPathExpr: '$(POD_NAME)' },
      ],
    })
    expect(restartPolicy).to.equal('Always')
    expect(ports).to.deep.equal([
      { containerPort: 80, protocol: 'TCP' },
      { name: 'dns', containerPort: 53, hostPort: 53, hostIP: '10.0.0.1', protocol: 'UDP' },
    ])
    expect(mounts).to.deep.equal([
      { name: 'v', mountPath: '/a', readOnly: false },
      { name: 'v', mountPath: '/b', readOnly: true, subPath: 's' },
      { name: 'v', mountPath: '/c', readOnly: false, subPathExpr: '$(POD_NAME)' },
    ])
  })
})
