import { cloudAccessSchemas } from '@kept/domain/cloud-access.ts'
import { cloudKinds } from '@kept/domain/connection-kind.ts'
import { describe, expect, it } from 'vitest'
import { accessInput, missingFields } from './access-input.ts'
import { clouds } from './cloud-kinds.ts'
import { usableSignIns } from './sign-in.ts'

const signIns = cloudKinds.flatMap((kind) =>
  clouds[kind].signIns.map((signIn) => ({ kind, method: signIn.method, signIn })),
)
const signInOf = (kind: 'aws' | 'azure' | 'gcp', method: string) => {
  const signIn = clouds[kind].signIns.find((candidate) => candidate.method === method)
  if (!signIn) throw new Error(`${kind} has no ${method}`)
  return signIn
}

describe('accessInput', () => {
  it('leaves out what is empty, and splits lists', () => {
    expect(
      accessInput(signInOf('gcp', 'keys'), {
        service_account_key: ' {} ',
        projects: 'shop-a, shop-b\nshop-c',
        quota_project: '',
      }),
    ).toEqual({ service_account_key: '{}', projects: ['shop-a', 'shop-b', 'shop-c'] })
  })

  it.each(signIns)('asks for fields that the API takes: $kind, $method', ({ kind, signIn }) => {
    const values = Object.fromEntries(signIn.fields.map(({ name }) => [name, 'x']))
    const { error } = cloudAccessSchemas[kind].safeParse(accessInput(signIn, values))
    expect(error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? []).toEqual([])
  })

  it.each([
    ['aws', { role_arn: 'arn:aws:iam::123456789012:role/KeptRead' }],
    ['azure', { tenant_id: '11111111-2222-3333-4444-555555555555', client_id: '99999999-2222-3333-4444-555555555555' }],
    [
      'gcp',
      {
        workload_identity_provider: 'projects/123456789012/locations/global/workloadIdentityPools/kept/providers/kept',
      },
    ],
  ] as const)('sends a federation without anything secret: %s', (kind, values) => {
    const signIn = signInOf(kind, 'federation')
    const input = accessInput(signIn, values)
    expect(cloudAccessSchemas[kind].safeParse(input)).toMatchObject({ success: true, data: { method: 'federation' } })
    expect(signIn.fields.filter(({ isSecret, isFile }) => isSecret || isFile)).toEqual([])
    // And a key that was entered for another method is refused, not stored beside it.
    const mixed = { ...input, access_key_id: 'AKIA', client_secret: 'x', service_account_key: '{}' }
    expect(cloudAccessSchemas[kind].safeParse(mixed).success).toBe(false)
  })

  it('takes no issuer, subject or audience from anyone', () => {
    const input = accessInput(signInOf('aws', 'federation'), { role_arn: 'arn:aws:iam::123456789012:role/KeptRead' })
    for (const claim of ['iss', 'issuer', 'sub', 'subject', 'aud', 'audience'])
      expect(cloudAccessSchemas.aws.safeParse({ ...input, [claim]: 'x' }).success).toBe(false)
  })
})

describe('missingFields', () => {
  it('names what each sign-in needs', () => {
    expect(missingFields(signInOf('aws', 'role').fields, { access_key_id: 'AKIA', role_arn: ' ' })).toEqual({
      role_arn: 'Enter the ARN of the role.',
      secret_access_key: 'Enter the secret access key.',
    })
    expect(missingFields(signInOf('aws', 'federation').fields, { role_arn: 'arn' })).toEqual({})
  })
})

describe('usableSignIns', () => {
  it('has federation first, then a role, keys last, and no federation where no cloud reaches Kept', () => {
    const methods = (isAvailable: boolean) => usableSignIns(clouds.aws.signIns, isAvailable).map(({ method }) => method)
    expect(methods(true)).toEqual(['federation', 'role', 'keys'])
    expect(methods(false)).toEqual(['role', 'keys'])
    for (const kind of cloudKinds) expect(clouds[kind].signIns.at(-1)?.method).toBe('keys')
  })
})
