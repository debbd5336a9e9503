const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/
const qualifiedName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

const subdomainMessage =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
  "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const dnsLabelMessage =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
  "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

const qualifiedNameMessage =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

const labelValueMessage =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

function tooLong(limit: number): string {
  return `must be no more than ${limit} characters`
}

/**
 * Returns the violations of a name that must be an RFC 1123 subdomain (apimachinery's IsDNS1123Subdomain).
 */
export function subdomainFaults(value: string): string[] {
  const faults = value.length > 253 ? ['must be no more than 253 bytes'] : []
  return subdomain.test(value) ? faults : [...faults, subdomainMessage]
}

/** Returns the violations of a name that must be an RFC 1123 label (apimachinery's IsDNS1123Label). */
export function dnsLabelFaults(value: string): string[] {
  const faults = value.length > 63 ? ['must be no more than 63 bytes'] : []
  return dnsLabel.test(value) ? faults : [...faults, dnsLabelMessage]
}

/** Returns the violations of a label or annotation key (apimachinery's IsQualifiedName). */
export function labelKeyFaults(key: string): string[] {
  const parts = key.split('/')
  if (parts.length > 2) {
    return [
      `a qualified name ${qualifiedNameMessage} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  const faults: string[] = []
  if (parts.length === 2) {
    const prefix = parts[0] ?? ''
    if (prefix === '') faults.push('prefix part must be non-empty')
    else faults.push(...subdomainFaults(prefix).map((fault) => `prefix part ${fault}`))
  }
  if (name === '') faults.push('name part must be non-empty')
  else if (name.length > 63) faults.push(`name part ${tooLong(63)}`)
  if (!qualifiedName.test(name)) faults.push(`name part ${qualifiedNameMessage}`)
  return faults
}

/** Returns the violations of a label value (apimachinery's IsValidLabelValue). */
export function labelValueFaults(value: string): string[] {
  const faults = value.length > 63 ? [tooLong(63)] : []
  return labelValue.test(value) ? faults : [...faults, labelValueMessage]
}
