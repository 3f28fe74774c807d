/** What a person uses to grant access in AWS. */
import type { FederationTrust } from '@kept/domain/sync/federation.ts'
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { readPolicy } from './policy.ts'
import { cloudFormationTemplate, federatedTemplate } from './template.ts'
import { federatedTerraform } from './terraform.ts'
import { federatedTrust, providerName } from './trust.ts'

const policy = (): SetupDocument => ({
  label: 'the policy',
  file_name: 'kept-read.json',
  text: JSON.stringify(readPolicy(), null, 2),
})

export function setupDocuments(externalId: string): SetupDocument[] {
  return [
    {
      label: 'the CloudFormation template',
      file_name: 'kept-read.template.json',
      text: cloudFormationTemplate(externalId),
    },
    policy(),
    { label: 'the external ID', file_name: 'external-id.txt', text: externalId },
  ]
}

/** With Kept as the identity provider. In the trust policy, a person writes the number of the account. */
export function federatedDocuments(trust: FederationTrust, externalId: string): SetupDocument[] {
  const provider = `arn:aws:iam::ACCOUNT_ID:oidc-provider/${providerName(trust)}`
  return [
    {
      label: 'the CloudFormation template',
      file_name: 'kept-federation.template.json',
      text: federatedTemplate(trust, externalId),
    },
    { label: 'the Terraform module', file_name: 'kept.tf', text: federatedTerraform(trust) },
    {
      label: 'the trust policy',
      file_name: 'kept-trust.json',
      text: JSON.stringify(federatedTrust(trust, provider), null, 2),
    },
    policy(),
  ]
}
