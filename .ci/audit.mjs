// Asks the registry whether a package of the image has a known vulnerability of level high or critical; exits
// with 1 if so. An unreachable registry, or a mirror without audit data, is reported and does not fail.
import { spawnSync } from 'node:child_process'

const LEVELS = new Set(['high', 'critical'])
const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
  timeout: 120_000,
})
const answer = parsed(stdout ?? '')
if (answer?.vulnerabilities === undefined) {
  const reason = error?.message ?? answer?.message ?? 'it gave no answer'
  process.stdout.write(`NOT AUDITED: the registry could not say (${reason.split(' - ')[0]})\n`)
} else {
  const found = Object.values(answer.vulnerabilities).filter(({ severity }) => LEVELS.has(severity))
  for (const { name, severity, range } of found) process.stdout.write(`${severity}: ${name} ${range}\n`)
  process.stdout.write(`${found.length} dependencies with holes of consequence\n`)
  process.exitCode = found.length === 0 ? 0 : 1
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
