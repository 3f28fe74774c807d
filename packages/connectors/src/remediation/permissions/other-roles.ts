/** Custom roles of Azure, Google Cloud and Kubernetes, from the permissions that remedies declare. */
import { KeptError } from '@kept/domain/errors.ts'

/** A script for `az`. Azure roles cannot be limited by a tag: assign the role to the resource groups that Kept may change. */
export function azureRoleScript(name: string, permissions: readonly string[]): string {
  const role = {
    Name: name,
    IsCustom: true,
    Description: 'What Kept may change.',
    Actions: permissions,
    NotActions: [],
    AssignableScopes: ['/subscriptions/SUBSCRIPTION'],
  }
  return `# Replace SUBSCRIPTION, GROUP and CLIENT_ID, the application that Kept signs in with.
az role definition create --role-definition '${JSON.stringify(role, null, 2)}'
az role assignment create --role '${name}' --assignee CLIENT_ID \\
  --scope /subscriptions/SUBSCRIPTION/resourceGroups/GROUP
`
}

/** A script for `gcloud`. */
export function googleRoleScript(name: string, permissions: readonly string[]): string {
  const id = name.replaceAll(/[^A-Za-z0-9]/g, '_')
  return `# Replace PROJECT and SERVICE_ACCOUNT, which Kept signs in with.
gcloud iam roles create ${id} --project=PROJECT --title='${name}' --stage=GA \\
  --permissions=${permissions.join(',')}
gcloud projects add-iam-policy-binding PROJECT --role=projects/PROJECT/roles/${id} \\
  --member=serviceAccount:SERVICE_ACCOUNT
`
}

/** A role for one namespace, and its binding. */
export function kubernetesRole(name: string, permissions: readonly string[]): string {
  const id = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const rules = Map.groupBy(permissions.map(parsePermission), ({ group, resource }) => `${group} ${resource}`)
  const lines = [...rules.values()].map((entries) => {
    const { group, resource } = entries[0] ?? { group: '', resource: '' }
    const verbs = entries.map(({ verb }) => verb).join(', ')
    return `  - apiGroups: ["${group}"]\n    resources: ["${resource}"]\n    verbs: [${verbs}]`
  })
  return `# Apply it in each namespace in which Kept may act: kubectl apply --namespace NAMESPACE --filename FILE
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${id}
rules:
${lines.join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${id}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${id}
subjects:
  - kind: ServiceAccount
    name: kept
    namespace: kept
`
}

/** "patch deployments/scale in apps". */
function parsePermission(permission: string): { verb: string; resource: string; group: string } {
  const [, verb, resource, group] = /^(\w+) (\S+) in (\S+)$/.exec(permission) ?? []
  if (!verb || !resource || !group)
    throw new KeptError('internal', `The permission "${permission}" is not written as "verb resource in group".`)
  return { verb, resource, group }
}
