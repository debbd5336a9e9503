import { MemoryStore } from './memory-store.ts'
import { describeStore } from './store-contract.ts'

describeStore('the record store in memory', { open: async () => new MemoryStore() })
