/** Security headers of API responses and pages alike; HSTS has a check of its own, since it needs TLS. */
export const sharedPolicy = {
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
} as const
