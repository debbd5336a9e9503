// Refuses private internals of Node and of libraries in server/: fields that begin with an underscore, V8 flags at run time,
// priorities of threads, and Node's internal modules. They change without notice, also in a patch release.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const FORBIDDEN = [
  [/\._(?!_)[a-zA-Z]\w*/, 'a field that begins with an underscore is private'],
  [/Reflect\.(?:get|set|apply)\([^)]*['"]_\w+['"]/, 'a field that begins with an underscore is private'],
  [/\bsetFlagsFromString\b/, 'V8 flags may not change after the start'],
  [/\bsetPriority\b/, 'thread priorities belong to the operating system'],
  [/\bprocess\.binding\b|['"]internal\/|node:internal/, "Node's internal modules are private"],
  [/\/proc\/self\/task/, 'the threads of Node are private'],
  [
    /\bresponse\.socket\??\.write\b|\bsocket\.write\(.*chunk/,
    'a response is written through ServerResponse only',
  ],
]

const complaints = []
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
for (const file of files.split('\n').filter((name) => name.endsWith('.ts'))) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    continue // Deleted, and not yet in the index.
  }
  for (const [at, line] of text.split('\n').entries()) {
    const code = line.replace(/^\s*(\/\/|\*|\/\*).*$/, '')
    for (const [pattern, reason] of FORBIDDEN)
      if (pattern.test(code)) complaints.push(`${file}:${at + 1}: ${reason}: ${code.trim().slice(0, 80)}`)
  }
}
for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
