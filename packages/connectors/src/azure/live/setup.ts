/** How a person grants access: a role and a script, made from the permissions that the ports declare. */
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { commitmentPermissions, commitmentRoles } from './commitments.ts'
import { permissionsByDataset } from './ports.ts'

const roleName = 'Kept Reader'

/** Those of a subscription: reservations and savings plans have roles of their own. */
export function readActions(): string[] {
  const others = new Set(commitmentPermissions.map(({ action }) => action))
  const actions = permissionsByDataset.flatMap(({ permissions }) => permissions.map(({ action }) => action))
  return [...new Set(actions)].filter((action) => !others.has(action))
}

export function roleDefinition(): string {
  return JSON.stringify(
    {
      Name: roleName,
      IsCustom: true,
      Description: 'Read access for Kept. It can list resources and read metrics, and change nothing.',
      Actions: readActions(),
      NotActions: [],
      DataActions: [],
      NotDataActions: [],
      AssignableScopes: [`/providers/Microsoft.Management/managementGroups/\${MANAGEMENT_GROUP}`],
    },
    null,
    2,
  )
}

/** Creates the role and the application, and prints what to enter. */
function azScript(): string {
  return `#!/bin/sh
# Creates the role "${roleName}" and an application that has it. Nothing in it can change a resource.
# Run it in Azure Cloud Shell. The management group of the tenant has the tenant's ID.
set -eu
TENANT=$(az account show --query tenantId -o tsv)
MANAGEMENT_GROUP=\${MANAGEMENT_GROUP:-$TENANT}
SCOPE="/providers/Microsoft.Management/managementGroups/$MANAGEMENT_GROUP"

cat > kept-reader.json <<ROLE
${roleDefinition()}
ROLE
az role definition create --role-definition kept-reader.json
az ad sp create-for-rbac --name kept-reader --role "${roleName}" --scopes "$SCOPE" --years 1 \\
  --query '{"Tenant ID": tenant, "Client ID": appId, "Client secret": password}'

# Reservations and savings plans are in no management group. It takes an owner of them to allow this; without it, Kept
# reads the rest.
APPLICATION=$(az ad sp list --display-name kept-reader --query '[0].appId' -o tsv)
${commitmentRoles
  .map(
    ({ role, scope }) =>
      `az role assignment create --assignee "$APPLICATION" --role "${role}" --scope ${scope} || true`,
  )
  .join('\n')}
`
}

export function setupDocuments(): SetupDocument[] {
  return [
    { label: 'the script for Azure Cloud Shell', file_name: 'kept-azure.sh', text: azScript() },
    { label: 'the role', file_name: 'kept-reader.json', text: roleDefinition() },
  ]
}
