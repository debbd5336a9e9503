import { expect } from 'chai'
import type { PodSpec } from './model.ts'
import { metadata } from '../../testing/metadata.ts'
import { podReferences } from './references.ts'

const from = (
  valueFrom: NonNullable<NonNullable<PodSpec['containers']>[number]['env']>[number]['valueFrom'],
) => [{ name: 'X', ...(valueFrom && { valueFrom }) }]

describe('podReferences', () => {
  const cases: [what: string, spec: PodSpec, configMaps: string[], secrets: string[]][] = [
    [
      'variable from a ConfigMap',
      { containers: [{ name: 'a', env: from({ configMapKeyRef: { name: 'c', key: 'k' } }) }] },
      ['c'],
      [],
    ],
    [
      'variable from a Secret',
      { containers: [{ name: 'a', env: from({ secretKeyRef: { name: 's', key: 'k' } }) }] },
      [],
      ['s'],
    ],
    [
      'literal and field',
      {
        containers: [
          { name: 'a', env: [{ name: 'X', value: 's' }, ...from({ fieldRef: { fieldPath: 'p' } })] },
        ],
      },
      [],
      [],
    ],
    [
      'envFrom',
      {
        containers: [
          { name: 'a', envFrom: [{ configMapRef: { name: 'c' } }, { secretRef: { name: 's' } }, {}] },
        ],
      },
      ['c'],
      ['s'],
    ],
    [
      'init container',
      { initContainers: [{ name: 'a', envFrom: [{ secretRef: { name: 's' } }] }] },
      [],
      ['s'],
    ],
    [
      'ephemeral container',
      { ephemeralContainers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'c' } }] }] },
      ['c'],
      [],
    ],
    ['image pulls', { imagePullSecrets: [{ name: 'pull' }, {}] }, [], ['pull']],
    [
      'volumes',
      {
        volumes: [
          { name: 'v', configMap: { name: 'c' } },
          { name: 'w', secret: { secretName: 's' } },
        ],
      },
      ['c'],
      ['s'],
    ],
    [
      'a projected volume',
      {
        volumes: [
          {
            name: 'v',
            projected: {
              sources: [{ configMap: { name: 'c' } }, { secret: { name: 's' } }, { serviceAccountToken: {} }],
            },
          },
        ],
      },
      ['c'],
      ['s'],
    ],
    [
      'CSI',
      { volumes: [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: { name: 's' } } }] },
      [],
      ['s'],
    ],
    ['Azure file', { volumes: [{ name: 'v', azureFile: { secretName: 's', shareName: 'x' } }] }, [], ['s']],
    [
      'other drivers',
      {
        volumes: ['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map((kind) => ({
          name: kind,
          [kind]: { secretRef: { name: `${kind}-login` } },
        })),
      },
      [],
      [
        'cephfs-login',
        'cinder-login',
        'flexVolume-login',
        'iscsi-login',
        'rbd-login',
        'scaleIO-login',
        'storageos-login',
      ],
    ],
    [
      'claims and images of that name are neither',
      {
        volumes: [
          { name: 'c', persistentVolumeClaim: { claimName: 'c' } },
          { name: 's', rbd: { image: 's' } },
        ],
      },
      [],
      [],
    ],
    [
      'twice, out of order',
      {
        containers: [{ name: 'a', envFrom: [{ secretRef: { name: 'z' } }, { secretRef: { name: 'a' } }] }],
        volumes: [{ name: 'v', secret: { secretName: 'z' } }],
      },
      [],
      ['a', 'z'],
    ],
    [
      'empty names',
      { containers: [{ name: 'a', envFrom: [{ secretRef: {} }, { configMapRef: { name: '' } }] }] },
      [],
      [],
    ],
    [
      'nulls as Go writes them',
      {
        containers: [{ name: 'a', env: null, envFrom: null }],
        initContainers: null,
        ephemeralContainers: null,
        volumes: null,
        imagePullSecrets: null,
      },
      [],
      [],
    ],
    [
      'malformed volumes',
      {
        volumes: [
          { name: 'v' },
          { name: 'w', projected: { sources: 'x' } },
          { name: 'y', csi: { nodePublishSecretRef: null } },
        ],
      },
      [],
      [],
    ],
  ]
  for (const [what, spec, configMaps, secrets] of cases)
    it(what, () =>
      expect(podReferences({ metadata: metadata(), spec })).to.deep.equal({ configMaps, secrets }),
    )

  it('has none for a Pod without a spec', () => {
    expect(podReferences({ metadata: metadata() })).to.deep.equal({ configMaps: [], secrets: [] })
  })
})
