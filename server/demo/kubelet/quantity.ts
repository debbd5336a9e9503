const scale: Readonly<Record<string, number>> = {
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
}

/** Parses a resource.Quantity to a number; 0 if it is not one. */
export function quantity(text: string | undefined): number {
  const match = /^([0-9.]+)(m|k|M|G|Ki|Mi|Gi|)$/.exec(text ?? '0')
  return match === null ? 0 : Number(match[1]) * (scale[match[2] ?? ''] ?? 1)
}
