import { verifyFile } from '../audit/verify.ts'

/** Verifies an audit log, writes the findings and a summary, and sets exit code 1 if the log is not whole. */
export async function auditVerify(
  file: string,
  { keyFile, expectHead }: { keyFile: string; expectHead: readonly string[] },
): Promise<void> {
  const { whole, findings, sentence } = await verifyFile(file, keyFile, expectHead)
  for (const finding of findings) process.stderr.write(`cluster-inspector: ${finding}\n`)
  process.stdout.write(`${sentence}\n`)
  process.exitCode = whole ? 0 : 1
}
