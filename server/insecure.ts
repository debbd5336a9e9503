/** Options of Node under which nothing of what is promised here would hold, and why. */
const OPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^--(inspect|debug)/, 'opens an inspector, through which anyone who reaches it runs code'],
  [/^--insecure-http-parser/, 'takes requests that hide others'],
  [/^--tls-(keylog|min-v1\.[01]$|max-v1\.[01]$)/, 'lets others read what is encrypted'],
  [
    /^--(heapsnapshot|heap-prof|report-|abort-on-uncaught-exception|trace-tls)/,
    'writes what the process holds, tokens too, to where they are not kept safe',
  ],
]

/** What of an environment that Node obeys before any code of ours runs is not to be put up with, as a sentence (faults.md S13). */
export function insecurity(env: NodeJS.ProcessEnv): string | undefined {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return 'NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone pose as the cluster: unset it, and name the CA in the kubeconfig (certificate-authority)'
  if ((env['NODE_DEBUG'] ?? '').split(/[\s,]+/).some((one) => /^(http|tls|net|\*)/i.test(one)))
    return `NODE_DEBUG=${env['NODE_DEBUG']} writes headers, tokens too, to the log: unset it`
  for (const given of (env['NODE_OPTIONS'] ?? '').split(/[\s"']+/)) {
    // Node takes an underscore for a hyphen.
    const option = given.replaceAll('_', '-')
    for (const [bad, why] of OPTIONS) if (bad.test(option)) return `${given} in NODE_OPTIONS ${why}: unset it`
  }
  return undefined
}
