import type { Kubectl } from './environment/kubectl.ts'

/** Returns the STATUS column of `kubectl get pods` for all namespaces, by namespace/name. */
export async function statusColumn(kubectl: Kubectl): Promise<Map<string, string>> {
  const rows = await kubectl.table('pods', '-A')
  return new Map(rows.map((row) => [`${row['NAMESPACE']}/${row['NAME']}`, row['STATUS'] ?? '']))
}
