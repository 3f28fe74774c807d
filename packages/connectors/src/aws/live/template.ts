/** The CloudFormation templates: the role that reads, and who may assume it. */
import { awsAudience, type FederationTrust } from '@kept/domain/sync/federation.ts'
import { readPolicy } from './policy.ts'
import { accountTrust, assumePolicy, federatedTrust, providerName, roleName } from './trust.ts'

const description = 'Read access for Kept. It can list resources and read metrics, and change nothing.'
const ifOwn = (own: unknown, member: unknown) => ({ 'Fn::If': ['OwnAccount', own, member] })
const sub = (text: string) => ({ 'Fn::Sub': text })
/** In every account, for members of an organization. */
const anyRole = sub(`arn:\${AWS::Partition}:iam::*:role/${roleName}`)

/**
 * A template with the role that reads, and a user who may assume this role and nothing else. Members of an
 * organization get the same template as a stack set.
 */
export function cloudFormationTemplate(externalId: string): string {
  const account = ifOwn(accountRoot('AWS::AccountId'), accountRoot('TrustedAccountId'))
  return render({
    Parameters: parameters(externalId, 'The account with the user of Kept. Leave empty in that account.'),
    Conditions: { OwnAccount: isOwnAccount },
    Resources: {
      KeptRole: readRole(accountTrust(account, { Ref: 'ExternalId' })),
      KeptUser: {
        Type: 'AWS::IAM::User',
        Condition: 'OwnAccount',
        Properties: { UserName: 'kept-connector', Policies: [assumeMembers] },
      },
    },
    Outputs: outputs,
  })
}

/**
 * A template with Kept as an identity provider, and the role for the tokens of one connection. Members of an
 * organization get the same template as a stack set: their role trusts the account that is connected.
 */
export function federatedTemplate(trust: FederationTrust, externalId: string): string {
  const existing = sub(`arn:\${AWS::Partition}:iam::\${AWS::AccountId}:oidc-provider/${providerName(trust)}`)
  const provider = { 'Fn::If': ['NewProvider', { Ref: 'KeptIssuer' }, existing] }
  return render({
    Parameters: {
      ...parameters(externalId, 'The account that is connected to Kept. Leave empty in that account.'),
      CreateProvider: {
        Type: 'String',
        Default: 'yes',
        AllowedValues: ['yes', 'no'],
        Description: 'An account has one identity provider for each issuer. Choose no when it exists already.',
      },
    },
    Conditions: {
      OwnAccount: isOwnAccount,
      NewProvider: { 'Fn::And': [{ Condition: 'OwnAccount' }, { 'Fn::Equals': [{ Ref: 'CreateProvider' }, 'yes'] }] },
    },
    Resources: {
      KeptIssuer: {
        Type: 'AWS::IAM::OIDCProvider',
        Condition: 'NewProvider',
        Properties: { Url: trust.issuer, ClientIdList: [awsAudience] },
      },
      KeptRole: readRole(
        ifOwn(federatedTrust(trust, provider), accountTrust(accountRoot('TrustedAccountId'), { Ref: 'ExternalId' })),
      ),
    },
    Outputs: outputs,
  })
}

const isOwnAccount = { 'Fn::Equals': [{ Ref: 'TrustedAccountId' }, ''] }
const outputs = { RoleArn: { Value: { 'Fn::GetAtt': ['KeptRole', 'Arn'] } } }
const assumeMembers = { PolicyName: `Assume${roleName}`, PolicyDocument: assumePolicy(anyRole) }

function parameters(externalId: string, trustedAccount: string): Record<string, object> {
  return {
    ExternalId: { Type: 'String', Default: externalId, Description: 'Made by Kept for this connection.' },
    TrustedAccountId: { Type: 'String', Default: '', Description: trustedAccount },
  }
}

/** In the connected account it also assumes the roles of the same name in members; in a member it assumes none. */
function readRole(trust: unknown): object {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      RoleName: roleName,
      AssumeRolePolicyDocument: trust,
      Policies: [{ PolicyName: roleName, PolicyDocument: readPolicy() }, ifOwn(assumeMembers, { Ref: 'AWS::NoValue' })],
    },
  }
}

function accountRoot(parameter: string): object {
  return sub(`arn:\${AWS::Partition}:iam::\${${parameter}}:root`)
}

function render(parts: object): string {
  return `${JSON.stringify({ AWSTemplateFormatVersion: '2010-09-09', Description: description, ...parts }, null, 2)}\n`
}
