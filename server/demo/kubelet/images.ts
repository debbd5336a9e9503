/** Returns the reason why an image cannot be pulled, as containerd's message; undefined if it can. */
export function pullFailure(image: string): string | undefined {
  const [host = ''] = image.split('/')
  const subject = `failed to pull and unpack image "${image}": failed to resolve reference "${image}"`
  if (host.endsWith('.invalid')) {
    const repository = image.slice(host.length + 1).replace(/:[^:]*$/, '')
    const tag = /:([^:/]*)$/.exec(image)?.[1] ?? 'latest'
    const url = `https://${host}/v2/${repository}/manifests/${tag}`
    return `${subject}: failed to do request: Head "${url}": dial tcp: lookup ${host} on 10.96.0.10:53: no such host`
  }
  if (/:[^/]*missing$/.test(image)) return `${subject}: ${image}: not found`
  return undefined
}
