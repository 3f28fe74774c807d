/** How a person grants access: a role and a script, made from the permissions that the ports declare. */
import { azureAudiences, type FederationTrust } from '@kept/domain/sync/federation.ts'
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

/** Creates the role and the application with a secret, and prints what to enter. */
function azScript(): string {
  return `${scriptStart()}az ad sp create-for-rbac --name kept-reader --role "${roleName}" --scopes "$SCOPE" --years 1 \\
  --query '{"Tenant ID": tenant, "Client ID": appId, "Client secret": password}'
APPLICATION=$(az ad sp list --display-name kept-reader --query '[0].appId' -o tsv)
${commitmentCommands()}`
}

/** The same without a secret: the application trusts the tokens of one connection. */
function federatedScript({ issuer, subject }: FederationTrust): string {
  return `${scriptStart()}# The audience of this cloud.
case $(az cloud show --query name -o tsv) in
  AzureUSGovernment) AUDIENCE=${azureAudiences.us_government} ;;
  AzureChinaCloud) AUDIENCE=${azureAudiences.china} ;;
  *) AUDIENCE=${azureAudiences.public} ;;
esac

APPLICATION=$(az ad app create --display-name kept-reader --query appId -o tsv)
az ad sp show --id "$APPLICATION" > /dev/null 2>&1 || az ad sp create --id "$APPLICATION"
# Only tokens of this connection to Kept: issuer, subject and audience are compared letter by letter.
cat > kept-federation.json <<CREDENTIAL
{
  "name": "kept-${subject.slice(-8)}",
  "issuer": "${issuer}",
  "subject": "${subject}",
  "audiences": ["$AUDIENCE"]
}
CREDENTIAL
az ad app federated-credential create --id "$APPLICATION" --parameters kept-federation.json
az role assignment create --assignee "$APPLICATION" --role "${roleName}" --scope "$SCOPE"
${commitmentCommands()}
echo "Tenant ID: $TENANT"
echo "Client ID: $APPLICATION"
`
}

function scriptStart(): string {
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
# An earlier connection may have made it.
az role definition create --role-definition kept-reader.json || az role definition update --role-definition kept-reader.json
`
}

function commitmentCommands(): string {
  return `
# Reservations and savings plans are in no management group. It takes an owner of them to allow this; without it, Kept
# reads the rest.
${commitmentRoles
  .map(
    ({ role, scope }) =>
      `az role assignment create --assignee "$APPLICATION" --role "${role}" --scope ${scope} || true`,
  )
  .join('\n')}
`
}

export function setupDocuments(): SetupDocument[] {
  return [{ label: 'the script for Azure Cloud Shell', file_name: 'kept-azure.sh', text: azScript() }, role()]
}

/** Without a secret. */
export function federatedDocuments(trust: FederationTrust): SetupDocument[] {
  return [
    {
      label: 'the script for Azure Cloud Shell',
      file_name: 'kept-azure-federation.sh',
      text: federatedScript(trust),
    },
    role(),
  ]
}

function role(): SetupDocument {
  return { label: 'the role', file_name: 'kept-reader.json', text: roleDefinition() }
}
