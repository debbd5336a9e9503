import { errorMessage } from '../../core/errors.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../telemetry/log.ts'
import type { OwnObjects } from '../../cluster/write/own-objects.ts'
import type { RecordStore } from './record-store.ts'
import { createKeyFile, KeyFile, noKeys, temporaryKeys } from './seal-keys.ts'
import type { SealKeys } from './seal.ts'
import { ClusterStore } from './stores/cluster-store.ts'
import { FileStore } from './stores/file-store.ts'
import { MemoryStore } from './stores/memory-store.ts'
import { UnavailableStore } from './stores/unavailable-store.ts'

/** The part of the configuration that decides where settings are kept. */
export interface StoreConfig {
  readonly home: { readonly kind: 'demo' | 'in-cluster' | 'kubeconfig' }
  readonly stateFile: string
  readonly sealKeysFile?: string
}

/** The place of settings, with the keys of its sealed fields. */
export interface OpenStore {
  readonly store: RecordStore
  readonly keys: SealKeys
  /** Present if there is no place: what to set. */
  readonly hint?: string
  close(): Promise<void>
}

interface Options {
  readonly time: Clock
  /** Returns milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Objects of the service in the cluster that it runs in; undefined outside of a cluster. */
  readonly own: OwnObjects | undefined
}

/**
 * Opens the store of this installation: in memory for the demo, in Kubernetes within a cluster, else in a file. Never
 * rejects.
 */
export async function openStore(config: StoreConfig, options: Options): Promise<OpenStore> {
  switch (config.home.kind) {
    case 'demo':
      return withKeys(new MemoryStore(), config.sealKeysFile, options, temporaryKeys())
    case 'in-cluster':
      return options.own === undefined
        ? unavailable('serve the cluster that this service runs in')
        : withKeys(new ClusterStore(options.own, options.clock), config.sealKeysFile, options, noKeys())
    case 'kubeconfig':
      return openFile(config, options)
  }
}

async function openFile({ stateFile, sealKeysFile }: StoreConfig, options: Options): Promise<OpenStore> {
  try {
    const store = await FileStore.open(stateFile, options.log)
    const keysFile = sealKeysFile ?? `${stateFile}.keys`
    if (sealKeysFile === undefined) await createKeyFile(keysFile)
    const opened = await withKeys(store, keysFile, options, noKeys())
    return {
      ...opened,
      close: async () => {
        await opened.close()
        await store.close()
      },
    }
  } catch (error) {
    const reason = errorMessage(error)
    options.log.warn('settings cannot be kept: their file is not usable', { file: stateFile, reason })
    return unavailable(`set stateFile to another file: ${stateFile} is not usable; the log has the reason`)
  }
}

async function withKeys(
  store: RecordStore,
  keysFile: string | undefined,
  options: Options,
  preset: SealKeys,
): Promise<OpenStore> {
  if (keysFile === undefined) return { store, keys: preset, close: async () => undefined }
  const keys = await KeyFile.open(keysFile, options)
  return { store, keys, close: async () => keys.stop() }
}

function unavailable(hint: string): OpenStore {
  return { store: new UnavailableStore(hint), keys: noKeys(), hint, close: async () => undefined }
}
