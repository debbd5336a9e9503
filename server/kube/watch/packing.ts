import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Objects of one kind repeat each other: this many together take a twentieth of the room that they take one by one. */
const OBJECTS = 32
/** Larger ones fill a block sooner, so that unpacking one never takes long. */
const CHARACTERS = 128 * 1024
/** Below this share of what was put into it, what is left of a block is worth moving. */
const SPARSE = 4
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Something whose text is packed, and where; its place changes when room is made. */
export interface Packed {
  block: Block
  at: number
}

/** Holds the JSON of objects in compressed blocks, and makes room again as they leave. */
export class Packing {
  #open = new Block(this)
  #unpacked: Block | undefined

  /** The block that takes the next text. */
  get open(): Block {
    if (this.#open.full) {
      this.#open.close()
      this.#open = new Block(this)
    }
    return this.#open
  }

  /** Told when a block was unpacked: only one stays so, since neighbours are read after each other. */
  unpacked(block: Block): void {
    if (this.#unpacked !== block) this.#unpacked?.fold()
    this.#unpacked = block
  }
}

/** Some texts, compressed as one when there is no room for more. */
export class Block {
  readonly #packing: Packing
  #owners: (Packed | undefined)[] = []
  #texts: string[] | undefined = []
  #packed: Buffer | undefined
  #characters = 0
  #live = 0

  constructor(packing: Packing) {
    this.#packing = packing
  }

  get full(): boolean {
    return this.#owners.length >= OBJECTS || this.#characters >= CHARACTERS
  }

  /** Takes a text of one line; answers its place. */
  add(owner: Packed, text: string): number {
    this.#texts?.push(text)
    this.#characters += text.length
    this.#live++
    return this.#owners.push(owner) - 1
  }

  text(at: number): string {
    if (this.#texts === undefined) {
      this.#texts = zstdDecompressSync(this.#packed ?? Buffer.alloc(0))
        .toString()
        .split('\n')
      this.#packing.unpacked(this)
    }
    return this.#texts[at] ?? ''
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
    const made = zstdCompressSync((this.#texts ?? []).join('\n'), LEVEL)
    // The compressor's own buffer is larger than what is in it.
    this.#packed = Buffer.allocUnsafeSlow(made.length)
    made.copy(this.#packed)
    this.#texts = undefined
  }

  /** Keeps the compressed form alone. */
  fold(): void {
    if (this.#packed !== undefined) this.#texts = undefined
  }

  #moveOut(): void {
    for (const owner of this.#owners) {
      if (owner === undefined) continue
      const text = this.text(owner.at)
      owner.block = this.#packing.open
      owner.at = owner.block.add(owner, text)
    }
    this.#owners = []
    this.#live = 0
  }
}
