import type { Zstandard } from './zstandard.ts'

/** Objects of one kind repeat each other: this many together take a twentieth of the room that they take one by one. */
const OBJECTS = 32
/** Larger ones fill a block sooner, so that unpacking one never takes long. */
const BYTES = 128 * 1024
/** What there is room for at first. */
const FIRST_BYTES = 8 * 1024
/** Below this share of what was put into it, what is left of a block is worth moving. */
const SPARSE = 4

/** Something whose text is packed, and where; its place changes when room is made. */
export interface Packed {
  block: Block
  at: number
}

/** Holds the JSON of objects in compressed blocks, and makes room again as they leave. */
export class Packing {
  readonly zstandard: Zstandard
  /** What is in the open block, before it is compressed. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #open = new Block(this)

  constructor(zstandard: Zstandard) {
    this.zstandard = zstandard
  }

  /** The block that takes the next text. */
  get open(): Block {
    if (this.#open.full) {
      this.#open.close()
      this.#open = new Block(this)
    }
    return this.#open
  }

  /** Room for the open block: so many bytes at least, with what is in it already. */
  room(bytes: number): Buffer {
    if (this.#bytes.length < bytes) {
      const grown = Buffer.allocUnsafeSlow(Math.max(bytes, Math.min(2 * this.#bytes.length, BYTES)))
      this.#bytes.copy(grown)
      this.#bytes = grown
    }
    return this.#bytes
  }
}

/** Some texts, compressed as one when there is no room for more. */
export class Block {
  readonly #packing: Packing
  #owners: (Packed | undefined)[] = []
  /** Where each text ends, in bytes. */
  readonly #ends: number[] = []
  #packed: Buffer | undefined
  #live = 0

  constructor(packing: Packing) {
    this.#packing = packing
  }

  get full(): boolean {
    return this.#owners.length >= OBJECTS || this.#size >= BYTES
  }

  /** Takes a copy of a text; answers its place. */
  add(owner: Packed, text: Buffer): number {
    const end = this.#size + text.length
    text.copy(this.#packing.room(end), this.#size)
    this.#ends.push(end)
    this.#live++
    return this.#owners.push(owner) - 1
  }

  text(at: number): string {
    return this.#bytes(at).toString()
  }

  /** The owner of a text does not need it any longer; whoever still holds that owner can read it all the same. */
  leave(at: number): void {
    if (this.#owners[at] === undefined) return
    this.#owners[at] = undefined
    this.#live--
    if (this.#packed !== undefined && this.#live * SPARSE <= this.#owners.length) this.#moveOut()
  }

  /** Compresses what was put in; nothing more is. */
  close(): void {
    this.#packed = this.#packing.zstandard.compressed(this.#packing.room(0).subarray(0, this.#size))
  }

  get #size(): number {
    return this.#ends.at(-1) ?? 0
  }

  #bytes(at: number): Buffer {
    return this.#whole().subarray(this.#ends[at - 1] ?? 0, this.#ends[at])
  }

  #whole(): Buffer {
    const { zstandard } = this.#packing
    return this.#packed === undefined
      ? this.#packing.room(0)
      : zstandard.decompressed(this.#packed, this.#size)
  }

  #moveOut(): void {
    for (const owner of this.#owners) {
      if (owner === undefined) continue
      const text = this.#bytes(owner.at)
      owner.block = this.#packing.open
      owner.at = owner.block.add(owner, text)
    }
    this.#owners = []
    this.#live = 0
  }
}
