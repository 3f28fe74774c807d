/** Who may assume the role of Kept: the trust policies that the template, the Terraform module and the JSON share. */
import { awsAudience, type FederationTrust } from '@kept/domain/sync/federation.ts'

interface TrustPolicy {
  Version: '2012-10-17'
  Statement: readonly object[]
}

/** Also in members of an organization; the policy of who assumes it allows no other role. */
export const roleName = 'KeptRead'

/** The issuer as IAM names it in ARNs and condition keys: without https://. */
export function providerName({ issuer }: FederationTrust): string {
  return issuer.replace(/^https:\/\//, '')
}

/**
 * The tokens of one connection and no others. Both conditions are needed: without the subject, any connection of this
 * Kept could assume the role. `provider` is the ARN of the identity provider, or what stands for it.
 */
export function federatedTrust(trust: FederationTrust, provider: unknown): TrustPolicy {
  const name = providerName(trust)
  return trustPolicy({
    Effect: 'Allow',
    Principal: { Federated: provider },
    Action: 'sts:AssumeRoleWithWebIdentity',
    Condition: { StringEquals: { [`${name}:aud`]: awsAudience, [`${name}:sub`]: trust.subject } },
  })
}

/** An account, for a caller that names the external ID of the connection. */
export function accountTrust(account: unknown, externalId: unknown): TrustPolicy {
  return trustPolicy({
    Effect: 'Allow',
    Principal: { AWS: account },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': externalId } },
  })
}

/** `resource` is the ARN of the role in any account. */
export function assumePolicy(resource: unknown): TrustPolicy {
  return trustPolicy({ Effect: 'Allow', Action: 'sts:AssumeRole', Resource: resource })
}

function trustPolicy(statement: object): TrustPolicy {
  return { Version: '2012-10-17', Statement: [statement] }
}
