import { writeHeapSnapshot } from 'node:v8'

/*
 * The command of the service, in a process that writes a heap snapshot to the file in SNAPSHOT_FILE when it gets SIGUSR2. The
 * flags of Node that do this are refused by the service itself, since they write tokens to files.
 */
process.on('SIGUSR2', () => {
  process.stdout.write(`snapshot written to ${writeHeapSnapshot(process.env['SNAPSHOT_FILE'])}\n`)
})
await import('../../../server/main.ts')
