import { expect } from 'chai'
import type { Volume } from './model.ts'
import { metadata } from '../../testing/metadata.ts'
import { podVolumes } from './volumes.ts'

describe('podVolumes', () => {
  const cases: [volume: Volume, source: object][] = [
    [
      { name: 'v', configMap: { name: 'settings', items: [{ key: 'a', path: 'b' }] } },
      { kind: 'configMap', name: 'settings' },
    ],
    [
      { name: 'v', secret: { secretName: 'tls' } },
      { kind: 'secret', name: 'tls' },
    ],
    [
      { name: 'v', persistentVolumeClaim: { claimName: 'data' } },
      { kind: 'persistentVolumeClaim', name: 'data' },
    ],
    [
      { name: 'v', hostPath: { path: '/var/log', type: '' } },
      { kind: 'hostPath', name: '/var/log' },
    ],
    [
      { name: 'v', csi: { driver: 'csi.example', volumeAttributes: { token: 'hidden' } } },
      { kind: 'csi', name: 'csi.example' },
    ],
    [
      { name: 'v', image: { reference: 'models:1' } },
      { kind: 'image', name: 'models:1' },
    ],
    [
      { name: 'v', nfs: { server: 'nfs.example', path: '/a' } },
      { kind: 'nfs', name: 'nfs.example' },
    ],
    [
      { name: 'v', flexVolume: { driver: 'd', options: { key: 'hidden' } } },
      { kind: 'flexVolume', name: 'd' },
    ],
    [
      { name: 'v', ephemeral: { volumeClaimTemplate: {} } },
      { kind: 'ephemeral', name: 'web-v' },
    ],
    [{ name: 'v', emptyDir: {} }, { kind: 'emptyDir' }],
    [{ name: 'v', gitRepo: { repository: 'https://user:hidden@git.example' } }, { kind: 'gitRepo' }],
    [{ name: 'v', holographic: { cube: 'c' } }, { kind: 'holographic' }],
    [{ name: 'v' }, { kind: 'emptyDir' }],
    [{ name: 'v', configMap: null }, { kind: 'emptyDir' }],
    [
      {
        name: 'v',
        projected: {
          sources: [
            { serviceAccountToken: { path: 'token' } },
            { configMap: { name: 'kube-root-ca.crt' } },
            { secret: { name: 'extra' } },
            { downwardAPI: { items: [] } },
            { clusterTrustBundle: { name: 'roots', path: 'p' } },
            {},
            null,
          ],
        },
      },
      {
        kind: 'projected',
        sources: [
          { kind: 'serviceAccountToken' },
          { kind: 'configMap', name: 'kube-root-ca.crt' },
          { kind: 'secret', name: 'extra' },
          { kind: 'downwardAPI' },
          { kind: 'clusterTrustBundle', name: 'roots' },
        ],
      },
    ],
    [
      { name: 'v', projected: { sources: null } },
      { kind: 'projected', sources: [] },
    ],
  ]
  for (const [volume, source] of cases)
    it(JSON.stringify(volume).slice(0, 60), () => {
      const shown = podVolumes({ metadata: metadata(), spec: { volumes: [volume] } })
      expect(shown).to.deep.equal([{ name: 'v', source }])
      expect(JSON.stringify(shown)).to.not.contain('hidden')
    })

  it('has none for a Pod without', () => {
    expect(podVolumes({ metadata: metadata() })).to.deep.equal([])
    expect(podVolumes({ metadata: metadata(), spec: { volumes: null } })).to.deep.equal([])
  })
})
