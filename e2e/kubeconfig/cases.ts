import type { KubeconfigCase } from './kubeconfig-case.ts'
import { execCases } from './exec-cases.ts'
import { generatedCases } from './generated-cases.ts'
import { impersonationCases, userCases } from './user-cases.ts'
import { oidcCases } from './oidc-cases.ts'
import { clusterCases, proxyCases } from './cluster-cases.ts'
import { fileCases, yamlCases } from './file-cases.ts'

/** Returns all cases, handmade and generated ones. */
export function cases(): KubeconfigCase[] {
  return [
    ...fileCases(),
    ...yamlCases(),
    ...userCases(),
    ...impersonationCases(),
    ...clusterCases(),
    ...proxyCases(),
    ...execCases(),
    ...oidcCases(),
    ...generatedCases(),
  ]
}
