import { EVERYONE } from '../../../server/features/settings/record-store.ts'
import { FileStore } from '../../../server/features/settings/stores/file-store.ts'

/** Writes records of which all parts have one number to the file of settings, without end, and prints each number once it is written. */
const quiet = (): void => undefined
const [, , path = ''] = process.argv
const store = await FileStore.open(path, { error: quiet, warn: quiet, info: quiet, debug: quiet })
const { signal } = new AbortController()
const filler = 'x'.repeat(2_000_000)
const before = await store.read(EVERYONE, signal)
let version = before?.version
for (let number = Number(before?.record.subject ?? 0) + 1; ; number++) {
  const text = String(number)
  const record = {
    user: EVERYONE,
    subject: text,
    plain: { first: text, filler, last: text },
    sealed: { end: text },
  }
  version = await store.write(EVERYONE, record, version, signal)
  process.stdout.write(`${text}\n`)
}
