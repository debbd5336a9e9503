import type { V1Container, V1PodSpec, V1SecurityContext } from '@kubernetes/client-node'
import { expect } from 'chai'
import { podSecurityViolations } from './pod-security.ts'

/** The client's types are classes; the test uses plain objects. */
type Fields<T> = { [K in keyof T]: T[K] }

const securityContext: Fields<V1SecurityContext> = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
}
const container: Fields<V1Container> = {
  name: 'server',
  resources: { requests: { cpu: '50m', memory: '128Mi' } },
  securityContext,
}

const pod = (changes: Partial<Fields<V1PodSpec>>): V1PodSpec => ({ containers: [container], ...changes })
const server = (changes: Partial<Fields<V1Container>>): V1PodSpec =>
  pod({ containers: [{ ...container, ...changes }] })
const secured = (changes: Fields<V1SecurityContext>): V1PodSpec =>
  server({ securityContext: { ...securityContext, ...changes } })

describe('podSecurityViolations', () => {
  it('has nothing to say of a restricted Pod', () => {
    expect(podSecurityViolations(pod({ volumes: [{ name: 'tmp', emptyDir: {} }] }))).to.deep.equal([])
  })

  const refused: [string, V1PodSpec, string][] = [
    ['the host network', pod({ hostNetwork: true }), 'shares a host namespace'],
    ['a host path', pod({ volumes: [{ name: 'etc', hostPath: { path: '/etc' } }] }), 'volume etc: hostPath'],
    ['a root user of the Pod', pod({ securityContext: { runAsUser: 0 } }), 'Pod: runAsUser 0'],
    ['sysctls', pod({ securityContext: { sysctls: [{ name: 'a', value: 'b' }] } }), 'Pod: sysctls'],
    ['a privileged container', secured({ privileged: true }), 'server: privileged'],
    ['a root user', secured({ runAsUser: 0 }), 'server: runAsUser 0'],
    ['a container that may be root', secured({ runAsNonRoot: false }), 'server: runAsNonRoot is not true'],
    [
      'escalation',
      secured({ allowPrivilegeEscalation: true }),
      'server: allowPrivilegeEscalation is not false',
    ],
    ['kept capabilities', secured({ capabilities: {} }), 'server: does not drop ALL capabilities'],
    [
      'added ones',
      secured({ capabilities: { drop: ['ALL'], add: ['SYS_PTRACE'] } }),
      'server: adds capabilities',
    ],
    [
      'an open seccomp profile',
      secured({ seccompProfile: { type: 'Unconfined' } }),
      'server: no seccomp profile',
    ],
    ['an unmasked /proc', secured({ procMount: 'Unmasked' }), 'server: procMount'],
    ['a host port', server({ ports: [{ containerPort: 80, hostPort: 80 }] }), 'server: hostPort'],
    [
      'a root that can be written',
      secured({ readOnlyRootFilesystem: false }),
      'server: root file system can be written',
    ],
    ['no CPU request', server({ resources: { requests: { memory: '1Mi' } } }), 'server: no CPU requested'],
    ['no memory request', server({ resources: { requests: { cpu: '1' } } }), 'server: no memory requested'],
    [
      'an init container as any other',
      pod({ initContainers: [{ ...container, name: 'init', securityContext: {} }] }),
      'init: allowPrivilegeEscalation is not false',
    ],
  ]
  for (const [what, spec, line] of refused)
    it(`refuses ${what}`, () => expect(podSecurityViolations(spec)).to.include(line))
})
