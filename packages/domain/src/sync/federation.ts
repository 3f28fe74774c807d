/**
 * Federation: Kept signs a token of minutes for one connection, and a cloud that trusts Kept as an issuer exchanges it
 * for temporary credentials. No key of the customer is stored.
 */
import type { azureClouds } from '../cloud-access.ts'
import type { Scope } from '../scope.ts'

/** What a cloud has to trust: this issuer, and of its tokens only those with this subject. */
export interface FederationTrust {
  /** An https address without a trailing slash, as tokens name it. */
  issuer: string
  subject: string
}

/** A new token for the audience of the cloud; throws a `SyncFailure` when there can be none. */
export type IdentityToken = () => Promise<string>

type AzureCloud = (typeof azureClouds)[number]

/** docs.aws.amazon.com, IAM OIDC identity providers: the audience that the SDKs of AWS expect. */
export const awsAudience = 'sts.amazonaws.com'

/** learn.microsoft.com, workload identity federation: the recommended audience of each cloud. */
export const azureAudiences: Readonly<Record<AzureCloud, string>> = {
  public: 'api://AzureADTokenExchange',
  us_government: 'api://AzureADTokenExchangeUSGov',
  china: 'api://AzureADTokenExchangeChina',
}

/**
 * The audience that the provider of the pool is created with. By default Google expects the name of the provider, which
 * is text that a person enters, and no such text becomes an audience.
 */
export const gcpAudience = 'sts.googleapis.com'

/** The id of no connection: a token for it must open nothing. */
export const noConnection = '00000000-0000-0000-0000-000000000000'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The subject of a connection's tokens, made from two ids that Kept made. It is the same for as long as the connection
 * exists, and never that of another connection or organization: both ids have one form and one length. 97 characters;
 * Google allows 127 bytes.
 */
export function federationSubject({ organizationId }: Scope, connectionId: string): string {
  if (!uuid.test(organizationId) || !uuid.test(connectionId))
    throw new Error('A subject is made of the ids of an organization and of a connection.')
  return `organization:${organizationId}:connection:${connectionId}`
}
