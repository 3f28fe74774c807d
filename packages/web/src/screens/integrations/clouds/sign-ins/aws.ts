import type { FieldDescription, SignIn } from '../sign-in.ts'

const role: FieldDescription = {
  name: 'role_arn',
  label: 'Role ARN',
  hint: 'The output RoleArn of the stack.',
  placeholder: 'arn:aws:iam::123456789012:role/KeptRead',
  missing: 'Enter the ARN of the role.',
}

const keys: readonly FieldDescription[] = [
  { name: 'access_key_id', label: 'Access key ID', missing: 'Enter the access key ID.' },
  { name: 'secret_access_key', label: 'Secret access key', isSecret: true, missing: 'Enter the secret access key.' },
  { name: 'session_token', label: 'Session token', hint: 'Only for temporary credentials.', isSecret: true },
]

export const awsSignIns: readonly SignIn[] = [
  {
    method: 'federation',
    label: 'Federation',
    grant: {
      title: '1. Trust Kept as an identity provider',
      description:
        'The template creates an identity provider and the role KeptRead, which trusts tokens of this connection and no others. There is no user and no key. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the role',
      description: 'Kept assumes the role before it stores its ARN. Nothing secret is stored.',
    },
    fields: [role],
  },
  {
    method: 'role',
    label: 'Role with external ID',
    grant: {
      title: '1. Create a read-only role',
      description:
        'The template creates the role KeptRead and the user kept-connector, who may only assume this role. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the role and the access key',
      description:
        'Create an access key for kept-connector in AWS. Kept tries the credentials before it stores them, encrypted.',
    },
    fields: [role, ...keys],
  },
  {
    method: 'keys',
    label: 'Access key',
    grant: {
      title: '1. Create a read-only user',
      description:
        'Create a user with the policy, and an access key for it. Without a role, Kept reads only the account of the key.',
    },
    enter: {
      title: '2. Enter the access key',
      description: 'Kept tries the key before it stores it, encrypted. Replace it within 90 days.',
    },
    fields: keys,
    files: ['kept-read.json'],
  },
]
