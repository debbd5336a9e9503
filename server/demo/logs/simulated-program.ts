/** A log line, with its time in milliseconds after the container's start. */
export interface Line {
  at: number
  text: string
}

/** The behaviour of a container: the lines it writes and, if it exits, its exit code. */
export interface Program {
  /** Returns the number of lines written this long after the start. */
  written(elapsed: number): number
  line(index: number): Line
  exit: { at: number; code: number } | undefined
}

/** A program that writes lines at a steady pace and never exits. */
export function steady(everyMs: number, say: (index: number) => string): Program {
  return {
    written: (elapsed) => Math.floor(Math.max(elapsed, 0) / everyMs) + 1,
    line: (index) => ({ at: index * everyMs, text: say(index) }),
    exit: undefined,
  }
}

/** A program that writes some lines at an interval and exits. */
export function ending(lines: readonly string[], everyMs: number, code: number): Program {
  const spoken = lines.map((text, index) => ({ at: index * everyMs, text }))
  return fixed(spoken, { at: lines.length * everyMs, code })
}

function fixed(lines: readonly Line[], exit: Program['exit']): Program {
  return {
    written: (elapsed) => lines.filter(({ at }) => at <= elapsed).length,
    line: (index) => lines[index] ?? { at: Infinity, text: '' },
    exit,
  }
}

interface Run {
  lines: Line[]
  duration: number
  exit: number | undefined
}

/**
 * Interprets the subset of shell that test containers use: `echo`, `sleep`, `exit` and `true`, separated by
 * `;`, and `while true; do ...; done` at the end. Returns undefined for any other script.
 */
export function shellProgram(script: string): Program | undefined {
  const match = /^(.*?)(?:while (?:true|:); *do +(.*?);? *done)?;?$/s.exec(script.trim())
  const before = runOf(match?.[1] ?? '')
  const body = match?.[2] === undefined ? undefined : runOf(match[2])
  if (before === undefined || (match?.[2] !== undefined && body === undefined)) return undefined
  if (body === undefined || before.exit !== undefined) {
    return fixed(before.lines, { at: before.duration, code: before.exit ?? 0 })
  }
  return looping(before, body)
}

function looping(before: Run, body: Run): Program {
  const first = before.lines.length
  const each = body.lines.length
  const period = Math.max(body.duration, 1)
  const once = (elapsed: number): number => body.lines.filter(({ at }) => at <= elapsed).length
  return {
    written: (elapsed) => {
      const spoken = before.lines.filter(({ at }) => at <= elapsed).length
      const left = elapsed - before.duration
      return left < 0 ? spoken : spoken + Math.floor(left / period) * each + once(left % period)
    },
    line: (index) => {
      const early = before.lines[index]
      if (early !== undefined) return early
      const round = Math.floor((index - first) / each)
      const { at, text } = body.lines[(index - first) % each] ?? { at: 0, text: '' }
      return { at: before.duration + round * period + at, text }
    },
    exit: undefined,
  }
}

function runOf(script: string): Run | undefined {
  const run: Run = { lines: [], duration: 0, exit: undefined }
  for (const part of script.split(';')) {
    const [command = '', ...words] = part.trim().split(/ +/)
    const [first = ''] = words
    if (command === '' || command === 'true' || command === ':') continue
    if (command === 'echo') run.lines.push({ at: run.duration, text: unquote(words.join(' ')) })
    else if (command === 'sleep') run.duration += first === 'infinity' ? Infinity : Number(first) * 1000
    else if (command === 'exit') return { ...run, exit: Number(first) }
    else return undefined
    if (Number.isNaN(run.duration) || /[$`|&<>]/.test(part)) return undefined
  }
  return run
}

function unquote(text: string): string {
  return text.replace(/^(['"])(.*)\1$/s, '$2')
}
