import type { ZstdCodec } from './zstd-codec.ts'

/**
 * Objects per compressed block. Objects of one kind resemble each other: 32 together take a twentieth of the
 * memory they take one by one.
 */
const OBJECTS = 32
/** Size limit of a block, so that decompressing one stays fast. */
const BYTES = 128 * 1024
/** Initial size of the buffer, once there is a text. */
const FIRST_BYTES = 8 * 1024
/** A block with less than this fraction of its objects left is dissolved into the open block. */
const SPARSE = 4

/** The owner of a text in a block; `block` and `index` change when the text moves. */
export interface StoredLocation {
  block: CompressedBlock
  index: number
}

/** Stores the JSON of objects in compressed blocks, and compacts the blocks as objects are released. */
export class BlockStore {
  readonly zstandard: ZstdCodec
  /** Contents of the open block, before compression. */
  #bytes = Buffer.alloc(0)
  #open = new CompressedBlock(this)

  constructor(zstandard: ZstdCodec) {
    this.zstandard = zstandard
  }

  /** The block that takes the next text. */
  get open(): CompressedBlock {
    if (this.#open.full) {
      this.#open.close()
      this.#open = new CompressedBlock(this)
    }
    return this.#open
  }

  /** Returns the open block's buffer, grown to at least this size with its contents kept. */
  bufferOf(bytes: number): Buffer {
    if (this.#bytes.length < bytes) {
      const size = Math.max(bytes, FIRST_BYTES, Math.min(2 * this.#bytes.length, BYTES))
      const grown = Buffer.allocUnsafeSlow(size)
      this.#bytes.copy(grown)
      this.#bytes = grown
    }
    return this.#bytes
  }
}

/** A group of texts that are compressed together once the block is full. */
export class CompressedBlock {
  readonly #packing: BlockStore
  #owners: (StoredLocation | undefined)[] = []
  /** End offset of each text, in bytes. */
  readonly #ends: number[] = []
  #packed: Buffer | undefined
  #live = 0

  constructor(packing: BlockStore) {
    this.#packing = packing
  }

  get full(): boolean {
    return this.#owners.length >= OBJECTS || this.#size >= BYTES
  }

  /** Copies a text into the block and returns its index. */
  add(owner: StoredLocation, text: Buffer): number {
    const end = this.#size + text.length
    text.copy(this.#packing.bufferOf(end), this.#size)
    this.#ends.push(end)
    this.#live++
    return this.#owners.push(owner) - 1
  }

  text(index: number): string {
    return this.#bytes(index).toString()
  }

  /** Releases a text. References to its owner that still exist can go on reading it. */
  release(index: number): void {
    if (this.#owners[index] === undefined) return
    this.#owners[index] = undefined
    this.#live--
    if (this.#packed !== undefined && this.#live * SPARSE <= this.#owners.length) this.#moveOut()
  }

  /** Compresses the contents; the block takes no more texts. */
  close(): void {
    this.#packed = this.#packing.zstandard.compress(this.#packing.bufferOf(0).subarray(0, this.#size))
  }

  get #size(): number {
    return this.#ends.at(-1) ?? 0
  }

  #bytes(index: number): Buffer {
    return this.#whole().subarray(this.#ends[index - 1] ?? 0, this.#ends[index])
  }

  #whole(): Buffer {
    const { zstandard } = this.#packing
    return this.#packed === undefined ? this.#packing.bufferOf(0) : zstandard.decompress(this.#packed)
  }

  #moveOut(): void {
    for (const owner of this.#owners) {
      if (owner === undefined) continue
      const text = this.#bytes(owner.index)
      owner.block = this.#packing.open
      owner.index = owner.block.add(owner, text)
    }
    this.#owners = []
    this.#live = 0
  }
}
