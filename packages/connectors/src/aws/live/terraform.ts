/** The same as the CloudFormation template of a federation, as a Terraform module. */
import { awsAudience, type FederationTrust } from '@kept/domain/sync/federation.ts'
import { readPolicy } from './policy.ts'
import { assumePolicy, federatedTrust, roleName } from './trust.ts'

/** In a heredoc, Terraform fills in what stands in braces after a dollar sign. */
const provider = filledIn('aws_iam_openid_connect_provider.kept.arn')
const anyRole = `arn:${filledIn('data.aws_partition.current.partition')}:iam::*:role/${roleName}`

export function federatedTerraform(trust: FederationTrust): string {
  return `# Read access for Kept. It can list resources and read metrics, and change nothing.
# For members of an organization, create the CloudFormation template as a stack set.

data "aws_partition" "current" {}

resource "aws_iam_openid_connect_provider" "kept" {
  url            = ${JSON.stringify(trust.issuer)}
  client_id_list = [${JSON.stringify(awsAudience)}]
}

resource "aws_iam_role" "kept" {
  name               = ${JSON.stringify(roleName)}
  assume_role_policy = <<POLICY
${JSON.stringify(federatedTrust(trust, provider), null, 2)}
POLICY
}

resource "aws_iam_role_policy" "kept_read" {
  name   = ${JSON.stringify(roleName)}
  role   = aws_iam_role.kept.id
  policy = <<POLICY
${JSON.stringify(readPolicy(), null, 2)}
POLICY
}

resource "aws_iam_role_policy" "kept_members" {
  name   = ${JSON.stringify(`Assume${roleName}`)}
  role   = aws_iam_role.kept.id
  policy = <<POLICY
${JSON.stringify(assumePolicy(anyRole), null, 2)}
POLICY
}

output "role_arn" {
  value = aws_iam_role.kept.arn
}
`
}

function filledIn(expression: string): string {
  return `\${${expression}}`
}
