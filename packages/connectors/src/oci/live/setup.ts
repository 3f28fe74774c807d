/** How a person grants access: a policy and a script, made from the permissions that the ports declare. */
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { costReportsPermission, reportTenancy } from './cost-reports.ts'
import { permissionsByDataset } from './ports.ts'

/** "inspect instances" as statements of a policy. What is in Oracle's own tenancy is endorsed, after its definition. */
export function statementsOf(action: string): string[] {
  if (action === costReportsPermission.action)
    return [`Define tenancy usage-report as ${reportTenancy}`, `Endorse group KeptReaders to ${action}`]
  return [`Allow group KeptReaders to ${action} in tenancy`]
}

/** The statements of all permissions. Definitions come first, as Oracle Cloud requires it. */
export function readStatements(): string[] {
  const actions = permissionsByDataset.flatMap(({ permissions }) => permissions.map(({ action }) => action))
  const statements = [...new Set(actions)].flatMap(statementsOf)
  const isDefinition = (statement: string) => statement.startsWith('Define ')
  return [...statements.filter(isDefinition), ...statements.filter((statement) => !isDefinition(statement))]
}

/** Creates the group, the user, the policy and the key. */
function cloudShellScript(): string {
  return `#!/bin/sh
# Creates a user that can list resources, read cost reports and change nothing, and an API signing key for it.
# Run it in Cloud Shell of the home region: EMAIL=you@example.com sh kept-oci.sh
set -eu
group=$(oci iam group create --name KeptReaders --description "Read access for Kept" --query data.id --raw-output)
user=$(oci iam user create --name kept-reader --description "Kept" --email "$EMAIL" --query data.id --raw-output)
oci iam group add-user --group-id "$group" --user-id "$user"
cat > kept-statements.json <<POLICY
${JSON.stringify(readStatements(), null, 2)}
POLICY
oci iam policy create --compartment-id "$OCI_TENANCY" --name kept-readers \\
  --description "Read access for Kept" --statements file://kept-statements.json
openssl genrsa -out kept-key.pem 2048
openssl rsa -in kept-key.pem -pubout -out kept-public.pem
oci iam user api-key upload --user-id "$user" --key-file kept-public.pem
echo "Tenancy: $OCI_TENANCY"
echo "User: $user"
cat kept-key.pem
`
}

export function setupDocuments(): SetupDocument[] {
  return [
    { label: 'the script for Cloud Shell', file_name: 'kept-oci.sh', text: cloudShellScript() },
    { label: 'the policy', file_name: 'kept-policy.txt', text: `${readStatements().join('\n')}\n` },
  ]
}
