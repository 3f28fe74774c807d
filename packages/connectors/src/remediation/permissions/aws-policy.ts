/** The write policy of AWS remedies, from the permissions that they declare, and the templates around it. */

import { deletionTag } from '../deletion-mark.ts'

/** All, one pattern of ARNs, or the parameter of a template that holds it. */
type Resources = string | { Ref: string }

interface Statement {
  Sid: string
  Effect: 'Allow'
  Action: string[]
  Resource: Resources
  Condition?: Record<string, Record<string, string | string[]>>
}

interface WritePolicy {
  Version: '2012-10-17'
  Statement: Statement[]
}

interface Group {
  sid: string
  covers(action: string): boolean
  condition?: Statement['Condition']
}

const createActions = ['ec2:CreateSnapshot', 'ec2:CreateVolume', 'ec2:AllocateAddress']
const passRole = 'iam:PassRole'
const allowedOnly = { StringEquals: { 'aws:ResourceTag/kept:allow': 'true' } }

/**
 * Who may pass a role to tasks can run any image with it, and AWS cannot check the tags of a role that is passed
 * reliably. So there is no default that allows it: the owner of the account names the roles. This name is of none.
 */
const noTaskRole = 'arn:aws:iam::000000000000:role/NAME_OF_THE_TASK_ROLE'

const marksSid = 'KeptMarksForDeletion'
/** What removes a mark, and what sets it: another statement allows that on what Kept makes. */
const markActions = new Map([
  ['ec2:DeleteTags', 'ec2:CreateTags'],
  ['elasticloadbalancing:RemoveTags', 'elasticloadbalancing:AddTags'],
])

/** The first group that covers an action limits it. What has no tag yet, or whose API knows none, cannot be limited. */
const groups: readonly Group[] = [
  { sid: 'KeptReads', covers: (action) => /:(Describe|Get|List)/.test(action) },
  { sid: 'KeptCreates', covers: (action) => createActions.includes(action) },
  {
    sid: 'KeptTagsWhatItCreates',
    covers: (action) => action === 'ec2:CreateTags',
    condition: { StringEquals: { 'ec2:CreateAction': createActions.map((action) => action.replace('ec2:', '')) } },
  },
  {
    sid: 'KeptRestoresLoadBalancers',
    covers: (action) => action === 'elasticloadbalancing:CreateLoadBalancer',
    condition: { Null: { 'aws:RequestTag/kept:restored-from': 'false' } },
  },
  {
    sid: 'KeptTagsLoadBalancers',
    covers: (action) => action === 'elasticloadbalancing:AddTags',
    condition: { StringEquals: { 'elasticloadbalancing:CreateAction': ['CreateLoadBalancer', 'CreateListener'] } },
  },
  {
    sid: marksSid,
    covers: (action) => markActions.has(action),
    condition: {
      ...allowedOnly,
      // No other tag: who may set kept:allow could change everything.
      'ForAllValues:StringEquals': { 'aws:TagKeys': [deletionTag] },
      Null: { 'aws:TagKeys': 'false' },
    },
  },
  { sid: 'KeptSetsRetention', covers: (action) => action === 'rbin:CreateRule' },
  {
    sid: 'KeptDeletesItsBackups',
    covers: (action) => action === 'ec2:DeleteSnapshot',
    condition: { Null: { 'aws:ResourceTag/kept:backup-of': 'false' } },
  },
  { sid: 'KeptSwitchesMappings', covers: (action) => action === 'lambda:UpdateEventSourceMapping' },
  { sid: 'KeptSetsLifecycles', covers: (action) => action === 's3:PutLifecycleConfiguration' },
  {
    sid: 'KeptRegistersTaskSizes',
    covers: (action) => action === 'ecs:RegisterTaskDefinition',
    condition: { Null: { 'aws:RequestTag/kept:resized-from': 'false' } },
  },
  {
    sid: 'KeptTagsTaskSizes',
    covers: (action) => action === 'ecs:TagResource',
    condition: { StringEquals: { 'ecs:CreateAction': 'RegisterTaskDefinition' } },
  },
  {
    sid: 'KeptPassesRolesOfTasks',
    covers: (action) => action === passRole,
    condition: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
  },
  {
    sid: 'KeptPinsServices',
    covers: (action) => action === 'application-autoscaling:RegisterScalableTarget',
    condition: { StringEquals: { 'application-autoscaling:service-namespace': 'ecs' } },
  },
  { sid: 'KeptChangesAllowed', covers: () => true, condition: allowedOnly },
]

/** `taskRoles`: the roles that Kept may pass to tasks of ECS. */
export function awsWritePolicy(permissions: readonly string[], taskRoles: Resources = noTaskRole): WritePolicy {
  const groupOf = (action: string) => groups.find(({ covers }) => covers(action))
  const statements = groups.flatMap((group) => {
    const actions = permissions.filter((action) => groupOf(action) === group)
    if (actions.length === 0) return []
    const Resource = actions.includes(passRole) ? taskRoles : '*'
    const marks = group.sid === marksSid ? actions.flatMap((action) => markActions.get(action) ?? []) : []
    const statement: Statement = { Sid: group.sid, Effect: 'Allow', Action: [...marks, ...actions], Resource }
    return [group.condition ? { ...statement, Condition: group.condition } : statement]
  })
  return { Version: '2012-10-17', Statement: [...statements, ...imageSnapshots(permissions)] }
}

/** The snapshots of an image are no backups of Kept: it deletes those with the tag, which the Recycle Bin keeps. */
function imageSnapshots(permissions: readonly string[]): Statement[] {
  if (!permissions.includes('ec2:DeregisterImage') || !permissions.includes('ec2:DeleteSnapshot')) return []
  const Sid = 'KeptDeletesSnapshotsOfImages'
  return [{ Sid, Effect: 'Allow', Action: ['ec2:DeleteSnapshot'], Resource: '*', Condition: allowedOnly }]
}

const taskRoleDescription = 'Roles of the ECS services whose tasks Kept may resize: one ARN, which may contain *.'

/** A managed policy, to be attached to the user or role that Kept acts with. */
export function awsWriteTemplate(name: string, permissions: readonly string[]): string {
  const passesRoles = permissions.includes(passRole)
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'What Kept may change. Resources must have the tag kept:allow=true where AWS can check it.',
    Parameters: {
      KeptUserName: { Type: 'String', Default: 'kept-connector', Description: 'The user Kept acts with.' },
      ...(passesRoles && { TaskRoleArn: { Type: 'String', Default: noTaskRole, Description: taskRoleDescription } }),
    },
    Resources: {
      KeptWrite: {
        Type: 'AWS::IAM::ManagedPolicy',
        Properties: {
          ManagedPolicyName: name,
          Users: [{ Ref: 'KeptUserName' }],
          PolicyDocument: awsWritePolicy(permissions, { Ref: 'TaskRoleArn' }),
        },
      },
    },
  }
  return `${JSON.stringify(template, null, 2)}\n`
}

const taskRoleVariable = `
variable "task_role_arn" {
  type        = string
  default     = "${noTaskRole}"
  description = "${taskRoleDescription}"
}
`

export function awsWriteModule(name: string, permissions: readonly string[]): string {
  return `variable "kept_user_name" {
  type        = string
  default     = "kept-connector"
  description = "The user Kept acts with."
}
${permissions.includes(passRole) ? taskRoleVariable : ''}
resource "aws_iam_policy" "kept_write" {
  name   = "${name}"
  policy = <<-JSON
${indent(JSON.stringify(awsWritePolicy(permissions, `\${var.task_role_arn}`), null, 2), 4)}
  JSON
}

resource "aws_iam_user_policy_attachment" "kept_write" {
  user       = var.kept_user_name
  policy_arn = aws_iam_policy.kept_write.arn
}
`
}

function indent(text: string, spaces: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(spaces))
}
