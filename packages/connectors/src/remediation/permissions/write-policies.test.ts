import { describe, expect, it } from 'vitest'
import { allRemedies, changeRemedies } from '../remedies.ts'
import { awsWritePolicy } from './aws-policy.ts'
import { type WritePolicyOfRemedy, writePolicies, writePolicyOfProvider } from './write-policies.ts'

const policies = writePolicies()
const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted()

/** The permissions that a file really contains, read from its text. */
function permissionsIn(provider: WritePolicyOfRemedy['provider'], text: string): string[] {
  switch (provider) {
    case 'aws': {
      const document = text.startsWith('{') ? text : (/<<-JSON\n([\s\S]*?)\n {2}JSON/.exec(text)?.[1] ?? '')
      const parsed = JSON.parse(document)
      const { Statement } = parsed.Resources?.KeptWrite.Properties.PolicyDocument ?? parsed
      return Statement.flatMap(({ Action }: { Action: string[] }) => Action)
    }
    case 'azure':
      return JSON.parse(/--role-definition '([\s\S]*?)'\n/.exec(text)?.[1] ?? '').Actions
    case 'gcp':
      return (/--permissions=(\S+)/.exec(text)?.[1] ?? '').split(',')
    case 'kubernetes':
      return [...text.matchAll(/apiGroups: \["(.*?)"\]\n {4}resources: \["(.*?)"\]\n {4}verbs: \[(.*?)\]/g)].flatMap(
        ([, group, resource, verbs = '']) => verbs.split(', ').map((verb) => `${verb} ${resource} in ${group}`),
      )
  }
}

describe('writePolicies', () => {
  it('has an entry for each remedy', () => {
    expect(policies.map(({ kind, steps }) => `${kind} ${steps}`)).toEqual(
      [...allRemedies, ...changeRemedies].map(({ kind, steps }) => `${kind} ${steps}`),
    )
    expect(new Set(policies.flatMap(({ files }) => files.map(({ name }) => name))).size).toBe(
      policies.flatMap(({ files }) => files).length,
    )
  })

  it.each(policies)('allows exactly what $kind declares', ({ provider, permissions, files }) => {
    for (const { label, text } of files)
      expect(sorted(permissionsIn(provider, text)), label).toEqual(sorted(permissions))
  })

  it('allows a provider everything that its remedies declare, each once', () => {
    for (const provider of ['aws', 'azure', 'gcp', 'kubernetes'] as const) {
      const declared = new Set(
        policies.filter((policy) => policy.provider === provider).flatMap(({ permissions }) => permissions),
      )
      for (const { text } of writePolicyOfProvider(provider))
        expect(sorted(permissionsIn(provider, text))).toEqual(sorted(declared))
    }
  })
})

describe('awsWritePolicy', () => {
  it('limits every change of an existing resource to the tag, or says why it cannot', () => {
    const declared = [
      ...new Set(policies.filter((policy) => policy.provider === 'aws').flatMap(({ permissions }) => permissions)),
    ]
    const { Statement } = awsWritePolicy(declared)
    const open = Statement.filter(({ Condition }) => !Condition).flatMap(({ Action }) => Action)
    expect(open.filter((action) => !/:(Describe|Get|List)/.test(action)).toSorted()).toEqual([
      // They create: there is no tag yet.
      'ec2:AllocateAddress',
      'ec2:CreateSnapshot',
      'ec2:CreateVolume',
      // AWS knows no tag condition for it.
      'lambda:UpdateEventSourceMapping',
      // It makes a rule of the Recycle Bin, which can only keep what would be gone.
      'rbin:CreateRule',
      // AWS checks the tags of a bucket only where its owner has turned that on.
      's3:PutLifecycleConfiguration',
    ])
  })

  it('passes no role to tasks before the owner of the account names one', () => {
    const resize = policies.find(({ kind, steps }) => kind === 'ecs_service' && steps.includes('resize'))
    const [policy, template, module] = resize?.files.map(({ text }) => text) ?? []
    const passing = (text = '') =>
      JSON.parse(text).Statement.find(({ Action }: { Action: string[] }) => Action.includes('iam:PassRole'))
    expect(passing(policy)).toMatchObject({
      Resource: 'arn:aws:iam::000000000000:role/NAME_OF_THE_TASK_ROLE',
      Condition: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
    })
    const { Parameters, Resources } = JSON.parse(template ?? '')
    expect(Parameters.TaskRoleArn.Default).toBe(passing(policy).Resource)
    expect(passing(JSON.stringify(Resources.KeptWrite.Properties.PolicyDocument)).Resource).toEqual({
      Ref: 'TaskRoleArn',
    })
    expect(module).toContain(`"Resource": "\${var.task_role_arn}"`)
    expect(module).toContain('variable "task_role_arn"')
  })

  it('stays below the size of a managed policy', () => {
    for (const { provider, files, kind } of policies)
      if (provider === 'aws') expect(JSON.stringify(JSON.parse(files[0]?.text ?? '')).length, kind).toBeLessThan(6_144)
    const [all] = writePolicyOfProvider('aws')
    expect(JSON.stringify(JSON.parse(all?.text ?? '')).length).toBeLessThan(6_144)
  })
})
