/** How a person grants access: a manifest, made from the permissions that the ports declare. */
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { permissionsByDataset } from './ports.ts'

/** "apps/deployments:list" as a rule of a role, those of one API group together. */
export function clusterRoleRules(): { apiGroup: string; resources: string[]; verbs: string[] }[] {
  const rules = new Map<string, { apiGroup: string; resources: Set<string>; verbs: Set<string> }>()
  for (const { action } of permissionsByDataset.flatMap(({ permissions }) => permissions)) {
    const [, group = '', resource = '', verb = ''] = /^([^/]+)\/([^:]+):(.+)$/.exec(action) ?? []
    const rule = rules.get(group) ?? { apiGroup: group === 'core' ? '' : group, resources: new Set(), verbs: new Set() }
    rule.resources.add(resource)
    rule.verbs.add(verb)
    rules.set(group, rule)
  }
  return [...rules.values()].map(({ apiGroup, resources, verbs }) => ({
    apiGroup,
    resources: [...resources],
    verbs: [...verbs],
  }))
}

export function manifest(): string {
  const rules = clusterRoleRules().map(
    ({ apiGroup, resources, verbs }) =>
      `  - {apiGroups: ["${apiGroup}"], resources: [${resources.join(', ')}], verbs: [${verbs.join(', ')}]}`,
  )
  return `# Read access for Kept. It can list objects and read their use, and change nothing. It can't read secrets.
apiVersion: v1
kind: Namespace
metadata: {name: kept}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: kept-reader, namespace: kept}
---
apiVersion: v1
kind: Secret
metadata:
  name: kept-reader
  namespace: kept
  annotations: {kubernetes.io/service-account.name: kept-reader}
type: kubernetes.io/service-account-token
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: kept-reader}
rules:
${rules.join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: kept-reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: kept-reader}
subjects: [{kind: ServiceAccount, name: kept-reader, namespace: kept}]
`
}

const commands = `kubectl apply --filename kept-kubernetes.yaml
# The token and the certificate authority to enter:
kubectl --namespace kept get secret kept-reader --output jsonpath='{.data.token}' | base64 --decode
kubectl --namespace kept get secret kept-reader --output jsonpath='{.data.ca\\.crt}' | base64 --decode
`

export function setupDocuments(): SetupDocument[] {
  return [
    { label: 'the manifest', file_name: 'kept-kubernetes.yaml', text: manifest() },
    { label: 'the commands', file_name: 'kept-kubernetes.sh', text: commands },
  ]
}
