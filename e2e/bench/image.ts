/** The way the image runs Node.js: the flags before the script, and the environment. */
export interface ImageSettings {
  flags: string[]
  env: Record<string, string>
}

/**
 * Reads the flags and the environment from the Dockerfile, which alone defines them. The listen addresses are
 * left out.
 */
export function imageSettingsOf(dockerfile: string): ImageSettings {
  // The last stage is the image; a trailing backslash continues a line.
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).replaceAll('\\\n', ' ')
  const words = [...last.matchAll(/^(?:ENTRYPOINT|CMD) (\[.*\])$/gm)].flatMap(
    ([, list = '[]']) => JSON.parse(list) as string[],
  )
  const script = words.findIndex((word) => word.endsWith('.js'))
  const flags = words.slice(1, Math.max(script, 1))
  const pairs = [...last.matchAll(/^ENV (.*)$/gm)].flatMap(([, text = '']) =>
    [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)].map(([, name = '', quoted, bare = '']) => [
      name,
      quoted ?? bare,
    ]),
  )
  const env = Object.fromEntries(pairs) as Record<string, string>
  for (const name of Object.keys(env)) if (name.startsWith('CLUSTER_INSPECTOR_')) delete env[name]
  return { flags, env }
}
