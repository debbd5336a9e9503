import { randomBytes } from 'node:crypto'
import { until } from '../../support/until.ts'
import { world } from '../environment/world.ts'
import { deployment, type Kubectl } from '../environment/kubectl.ts'
import { IDENTITY_EXPRESSION } from './identity-policy.ts'

const RBAC = 'rbac.authorization.k8s.io'
const ADMISSION = 'admissionregistration.k8s.io/v1'

/** A subject of a RoleBinding. */
export interface Subject {
  kind: 'User' | 'Group' | 'ServiceAccount'
  name: string
}

/** A namespace in which exactly one subject may read, restart and watch. */
export interface UserNamespace {
  name: string
  /** A Deployment that can be restarted. */
  deployment: string
  /** A Deployment whose restart the API server refuses with a description of the caller. */
  mirror: string
  remove(): Promise<void>
}

/** Creates the namespace; a ServiceAccount is created in it. */
export async function openUserNamespace(
  { kind, name }: Subject,
  kubectl: Kubectl = world().kubectl,
  namespace = `kubeconfig-${randomBytes(3).toString('hex')}`,
): Promise<UserNamespace> {
  const inNamespace = { name, namespace }
  await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  await kubectl.apply(
    ...(kind === 'ServiceAccount' ? [{ apiVersion: 'v1', kind, metadata: inNamespace }] : []),
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'Role',
      metadata: { name: 'user', namespace },
      rules: [
        { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'patch'] },
      ],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'user', namespace },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'user' },
      subjects: [kind === 'ServiceAccount' ? { kind, ...inNamespace } : { apiGroup: RBAC, kind, name }],
    },
    deployment(namespace, 'web', world().pause, { replicas: 0 }),
    deployment(namespace, 'mirror', world().pause, { replicas: 0 }),
    ...policy(namespace),
  )
  await until('the policy to refuse a restart', async () => {
    const { stderr } = await kubectl.try('rollout', 'restart', 'deployment/mirror', '-n', namespace)
    return stderr.includes('caller=') ? true : undefined
  })
  return {
    name: namespace,
    deployment: 'web',
    mirror: 'mirror',
    remove: () =>
      kubectl.remove(
        `validatingadmissionpolicybinding/${namespace}`,
        `validatingadmissionpolicy/${namespace}`,
        `namespace/${namespace}`,
      ),
  }
}

/** Returns the policy and its binding to the namespace. */
function policy(namespace: string): Record<string, unknown>[] {
  const rule = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['UPDATE'],
    resources: ['deployments'],
  }
  return [
    {
      apiVersion: ADMISSION,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: namespace },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [{ ...rule, resourceNames: ['mirror'] }] },
        matchConditions: [
          {
            name: 'not-a-controller',
            expression: "!request.userInfo.username.startsWith('system:serviceaccount:kube-system:')",
          },
        ],
        validations: [{ expression: 'false', reason: 'Forbidden', messageExpression: IDENTITY_EXPRESSION }],
      },
    },
    {
      apiVersion: ADMISSION,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: namespace },
      spec: {
        policyName: namespace,
        validationActions: ['Deny'],
        matchResources: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        },
      },
    },
  ]
}
