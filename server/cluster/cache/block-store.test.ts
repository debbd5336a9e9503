import { expect } from 'chai'
import { array, assert, nat, property } from 'fast-check'
import { BlockStore, type StoredLocation } from './block-store.ts'
import { ZstdCodec } from './zstd-codec.ts'

const zstandard = new ZstdCodec()

function packed(packing: BlockStore, text: string): StoredLocation {
  const owner: StoredLocation = { block: packing.open, index: 0 }
  owner.index = owner.block.add(owner, Buffer.from(text))
  return owner
}
const read = ({ block, index: at }: StoredLocation): string => block.text(at)

describe('packed texts', () => {
  it('reads texts back after others came and left, and after they left too', () =>
    assert(
      property(array(nat(9), { maxLength: 300 }), (steps) => {
        const packing = new BlockStore(zstandard)
        const live = new Map<number, { owner: StoredLocation; text: string }>()
        const gone: { owner: StoredLocation; text: string }[] = []
        for (const [index, slot] of steps.entries()) {
          const before = live.get(slot)
          if (before !== undefined) {
            before.owner.block.release(before.owner.index)
            gone.push(before)
          }
          const text = JSON.stringify({ index, slot, filler: 'é\n'.repeat(slot * 50) })
          live.set(slot, { owner: packed(packing, text), text })
        }
        for (const { owner, text } of [...live.values(), ...gone]) expect(read(owner)).to.equal(text)
      }),
    ))

  it('leave no room behind: what is left of a block moves to another', () => {
    const packing = new BlockStore(zstandard)
    const owners = Array.from({ length: 33 }, (_, index) => packed(packing, `"${index}"`))
    const [first] = owners
    if (first === undefined) throw new Error('nothing was packed')
    const before = first.block
    for (const owner of owners.slice(1, 24)) owner.block.release(owner.index)
    expect(first.block).to.equal(before)
    const last = owners[24]
    last?.block.release(last.index)
    expect(first.block).not.to.equal(before)
    expect(read(first)).to.equal('"0"')
  })

  it('count a text that left twice once', () => {
    const packing = new BlockStore(zstandard)
    const owners = Array.from({ length: 40 }, (_, index) => packed(packing, `"${index}"`))
    const block = owners[0]?.block
    for (let n = 0; n < 30; n++) block?.release(1)
    expect(owners[0]?.block).to.equal(block)
  })

  it('reads texts in any order from many blocks, and after some of those moved out', () => {
    const packing = new BlockStore(zstandard)
    const texts = Array.from({ length: 40 * 32 }, (_, index) =>
      JSON.stringify({ index, filler: 'x'.repeat(index % 97) }),
    )
    const owners = texts.map((text) => packed(packing, text))
    const spread = texts.map((_, index) => (index * 37) % texts.length)
    const check = (): void => {
      for (const at of spread) expect(owners[at] && read(owners[at])).to.equal(texts[at])
    }
    check()
    for (const [index, owner] of owners.entries()) if (index % 5 > 0) owner.block.release(owner.index)
    check()
  })

  it('fill a block sooner when they are long', () => {
    const packing = new BlockStore(zstandard)
    const [one, two] = [packed(packing, 'x'.repeat(200_000)), packed(packing, 'y')]
    expect(one.block).not.to.equal(two.block)
    expect(read(one).length).to.equal(200_000)
  })
})
