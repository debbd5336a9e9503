/** Node options that would break the service's security, with the reason. */
const OPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^--(inspect|debug)/, 'opens a debugger that lets anyone who can reach it run code'],
  [/^--insecure-http-parser/, 'allows request smuggling'],
  [/^--tls-(keylog|min-v1\.[01]$|max-v1\.[01]$)/, 'weakens TLS or writes its keys to a file'],
  [
    /^--(heapsnapshot|heap-prof|report-|abort-on-uncaught-exception|trace-tls)/,
    'writes the memory or state of the process, including tokens, to files or logs',
  ],
]

/**
 * Returns a sentence about the first unsafe setting in the environment that Node applies before any code of
 * this service runs; undefined if there is none.
 */
export function findUnsafeNodeOption(env: NodeJS.ProcessEnv): string | undefined {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates: unset it, and name the CA in the kubeconfig (certificate-authority)'
  if ((env['NODE_DEBUG'] ?? '').split(/[\s,]+/).some((section) => /^(http|tls|net|\*)/i.test(section)))
    return `NODE_DEBUG=${env['NODE_DEBUG']} writes headers, including tokens, to the log: unset it`
  for (const argument of (env['NODE_OPTIONS'] ?? '').split(/[\s"']+/)) {
    // Node accepts underscores for hyphens in options.
    const option = argument.replaceAll('_', '-')
    for (const [bad, why] of OPTIONS)
      if (bad.test(option)) return `${argument} in NODE_OPTIONS ${why}: unset it`
  }
  return undefined
}
