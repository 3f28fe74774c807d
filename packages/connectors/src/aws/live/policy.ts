/** The read policy and the CloudFormation template, made from the permissions that the ports declare. */
import { permissionsByDataset } from './ports.ts'

interface PolicyStatement {
  Sid: string
  Effect: 'Allow'
  Action: string[]
  Resource: '*'
}

interface Policy {
  Version: '2012-10-17'
  Statement: PolicyStatement[]
}

/** One statement for each dataset; an action is allowed once. */
export function readPolicy(): Policy {
  const seen = new Set<string>()
  return {
    Version: '2012-10-17',
    Statement: permissionsByDataset.flatMap(({ dataset, permissions }) => {
      const actions = [...new Set(permissions.map(({ action }) => action))].filter(
        (action) => !seen.has(action) && seen.add(action),
      )
      return actions.length > 0 ? [statementFor(dataset, actions)] : []
    }),
  }
}

export function statementFor(dataset: string, actions: readonly string[]): PolicyStatement {
  const sid = `KeptRead${dataset.charAt(0).toUpperCase()}${dataset.slice(1)}`
  return { Sid: sid, Effect: 'Allow', Action: [...actions], Resource: '*' }
}

/**
 * A template with the role that reads, and a user who may assume this role and nothing else. Members of an
 * organization get the same template as a stack set.
 */
export function cloudFormationTemplate(externalId: string): string {
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'Read access for Kept. It can list resources and read metrics, and change nothing.',
    Parameters: {
      ExternalId: { Type: 'String', Default: externalId, Description: 'Made by Kept for this connection.' },
      TrustedAccountId: {
        Type: 'String',
        Default: '',
        Description: 'The account with the user of Kept. Leave empty in that account.',
      },
    },
    Conditions: { OwnAccount: { 'Fn::Equals': [{ Ref: 'TrustedAccountId' }, ''] } },
    Resources: {
      KeptRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: 'KeptRead',
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: {
                  AWS: {
                    'Fn::If': [
                      'OwnAccount',
                      { 'Fn::Sub': accountRoot('AWS::AccountId') },
                      { 'Fn::Sub': accountRoot('TrustedAccountId') },
                    ],
                  },
                },
                Action: 'sts:AssumeRole',
                Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } },
              },
            ],
          },
          Policies: [{ PolicyName: 'KeptRead', PolicyDocument: readPolicy() }],
        },
      },
      KeptUser: {
        Type: 'AWS::IAM::User',
        Condition: 'OwnAccount',
        Properties: {
          UserName: 'kept-connector',
          Policies: [
            {
              PolicyName: 'AssumeKeptRead',
              PolicyDocument: {
                Version: '2012-10-17',
                Statement: [
                  {
                    Effect: 'Allow',
                    Action: 'sts:AssumeRole',
                    Resource: { 'Fn::Sub': `arn:\${AWS::Partition}:iam::*:role/KeptRead` },
                  },
                ],
              },
            },
          ],
        },
      },
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['KeptRole', 'Arn'] } } },
  }
  return `${JSON.stringify(template, null, 2)}\n`
}

/** For Fn::Sub: a parameter of CloudFormation within the ARN. */
function accountRoot(parameter: string): string {
  return `arn:\${AWS::Partition}:iam::\${${parameter}}:root`
}
