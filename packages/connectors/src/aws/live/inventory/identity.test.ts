/** Users, their keys and the root user, from a credential report in the documented columns. */
import { describe, expect, it } from 'vitest'
import { attributesOf, readAnswers, xml, xmlDenied } from '../testing/answers.ts'

const header =
  'user,arn,user_creation_time,password_enabled,password_last_used,password_last_changed,password_next_rotation,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_1_last_used_region,access_key_1_last_used_service,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date'
const report = [
  header,
  '<root_account>,arn:aws:iam::111111111111:root,2020-01-01T00:00:00+00:00,not_supported,2026-11-01T10:00:00+00:00,not_supported,not_supported,false,false,N/A,N/A,N/A,N/A,false,N/A,N/A',
  'ana,arn:aws:iam::111111111111:user/ana,2024-01-01T00:00:00+00:00,true,2026-11-20T08:00:00+00:00,2026-01-01T00:00:00+00:00,N/A,true,true,2026-10-01T00:00:00+00:00,2026-11-21T00:00:00+00:00,us-east-1,s3,false,N/A,N/A',
  'deploy,arn:aws:iam::111111111111:user/deploy,2024-01-01T00:00:00+00:00,false,N/A,N/A,N/A,false,false,2023-01-01T00:00:00+00:00,N/A,N/A,N/A,true,2024-02-01T00:00:00+00:00,N/A',
].join('\n')

describe('identity', () => {
  const reportAnswers = {
    GenerateCredentialReport: xml('GenerateCredentialReport', '<State>COMPLETE</State>'),
    GetCredentialReport: xml('GetCredentialReport', `<Content>${Buffer.from(report).toString('base64')}</Content>`),
  }

  it('reads users, keys and the root user by two requests', async () => {
    const { items, requests } = await readAnswers('identity', reportAnswers)
    expect(requests).toEqual(['GenerateCredentialReport', 'GetCredentialReport'])
    expect(items.map(({ type, name, resource_id }) => [type, name, resource_id])).toEqual([
      ['Account', 'Shop', '111111111111'],
      ['IAM user', 'ana', 'arn:aws:iam::111111111111:user/ana'],
      ['Access key', 'ana (key 1)', 'arn:aws:iam::111111111111:user/ana/access_key_1'],
      ['IAM user', 'deploy', 'arn:aws:iam::111111111111:user/deploy'],
      ['Access key', 'deploy (key 2)', 'arn:aws:iam::111111111111:user/deploy/access_key_2'],
    ])
    expect(attributesOf(items)).toEqual({
      Shop: { root_mfa: 'false', root_last_used: '2026-11-01T10:00:00.000Z' },
      ana: { mfa: 'true', console_access: 'true', last_used: '2026-11-21T00:00:00.000Z' },
      'ana (key 1)': { last_used: '2026-11-21T00:00:00.000Z' },
      deploy: { mfa: 'false', console_access: 'false', last_used: 'never' },
      'deploy (key 2)': { last_used: 'never' },
    })
    expect(items[4]?.created_at).toBe('2024-02-01T00:00:00.000Z')
  })

  it('names the permission, and refuses a report without the columns it needs', async () => {
    await expect(readAnswers('identity', { ...reportAnswers, GetCredentialReport: xmlDenied })).rejects.toMatchObject({
      kind: 'denied',
      action: 'iam:GetCredentialReport',
    })
    const other = xml('GetCredentialReport', `<Content>${Buffer.from('user,arn\n').toString('base64')}</Content>`)
    await expect(readAnswers('identity', { ...reportAnswers, GetCredentialReport: other })).rejects.toThrow(
      'The credential report of AWS has no column mfa_active.',
    )
  })
})
