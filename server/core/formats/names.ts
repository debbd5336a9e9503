const DIGIT_0 = 48
const DIGIT_9 = 57
const LOWER_A = 97
const LOWER_Z = 122

function isLowerAlphanumeric(code: number): boolean {
  return (code >= LOWER_A && code <= LOWER_Z) || (code >= DIGIT_0 && code <= DIGIT_9)
}

/**
 * Whether a text is an RFC 1123 label: 1–63 of `[a-z0-9-]`, alphanumeric at both ends, e.g. the name of a
 * namespace or container. Source: k8s.io/apimachinery validation.IsDNS1123Label. Runs in linear time and
 * checks the length first.
 */
export function isDns1123Label(text: string): boolean {
  return text.length <= 63 && isDns1123Part(text)
}

/**
 * Whether a text is an RFC 1123 subdomain: dot-separated parts, 253 characters at most, e.g. the names of
 * most objects. Source: validation.IsDNS1123Subdomain, which does not limit the length of a part.
 */
export function isDns1123Subdomain(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false
  return text.split('.').every(isDns1123Part)
}

/**
 * Whether a text can be the name of an object of RBAC, such as `system:node`: one path segment without `/` and `%`. Source:
 * apimachinery, ValidatePathSegmentName; control characters are refused here as well.
 */
export function isPathSegmentName(text: string): boolean {
  if (text.length > 506 || Array.from(text).length > 253) return false
  return text !== '.' && text !== '..' && /^[^/%\p{Cc}]+$/u.test(text)
}

/** Whether a text is a context name: 1–512 characters, no control characters (EKS uses `/` and `:`). */
export function isContextName(text: string): boolean {
  if (text.length === 0 || text.length > 512) return false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 || code === 127) return false
  }
  return true
}

function isDns1123Part(text: string): boolean {
  const last = text.length - 1
  if (last < 0) return false
  for (let i = 0; i <= last; i++) {
    const code = text.charCodeAt(i)
    if (isLowerAlphanumeric(code)) continue
    if (code === 45 && i > 0 && i < last) continue
    return false
  }
  return true
}
