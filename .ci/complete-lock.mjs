// Adds the optional packages of other platforms that a mirror lacked to package-lock.json, so that `npm ci`
// accepts the lock file on every platform. Run it after `npm install` if npm ci reports "Missing ... from
// lock file".
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'package-lock.json'
const PLATFORM =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(gnu|musl))?/
const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const added = {}
for (const one of Object.values(lock.packages))
  for (const [name, version] of Object.entries(one.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`
    const [found, os, cpu, libc] = PLATFORM.exec(name) ?? []
    if (path in lock.packages || found === undefined || !/^\d/.test(version)) continue
    added[path] = { version, cpu: [cpu], ...(one.dev ? { dev: true } : {}), optional: true, os: [os] }
    if (libc !== undefined) added[path].libc = [libc === 'musl' ? 'musl' : 'glibc']
  }
const [root, ...rest] = Object.entries(lock.packages)
const sorted = [...rest, ...Object.entries(added)].sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries([root, ...sorted])
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${Object.keys(added).length} added\n`)
