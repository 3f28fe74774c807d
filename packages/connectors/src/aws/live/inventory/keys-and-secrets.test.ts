/** Encryption keys and stored secrets: which rotate, and when they were used. */
import { describe, expect, it } from 'vitest'
import { attributesOf, json, jsonDenied, readAnswers } from '../testing/answers.ts'

describe('keys and secrets', () => {
  const key = (id: string, changes: object = {}) =>
    json({
      KeyMetadata: {
        ...{ KeyId: id, Description: id, KeyManager: 'CUSTOMER', KeySpec: 'SYMMETRIC_DEFAULT', Origin: 'AWS_KMS' },
        ...{ KeyState: 'Enabled', ...changes },
      },
    })

  it('reads which keys of the customer rotate, and names what a key refuses', async () => {
    const ids = ['rotates', 'stays', 'aws', 'refuses']
    const { items, requests } = await readAnswers('keys', {
      ListKeys: json({
        Keys: ids.map((id) => ({ KeyId: id, KeyArn: `arn:aws:kms:us-east-1:111111111111:key/${id}` })),
      }),
      DescribeKey: ({ body }) => {
        if (body.includes('refuses')) return jsonDenied('kms:DescribeKey')
        return body.includes('key/aws')
          ? key('aws', { KeyManager: 'AWS' })
          : key(body.includes('rotates') ? 'rotates' : 'stays')
      },
      GetKeyRotationStatus: ({ body }) => json({ KeyRotationEnabled: body.includes('rotates') }),
    })
    expect(attributesOf(items)).toEqual({
      rotates: { rotation: 'true' },
      stays: { rotation: 'false' },
      refuses: { 'denied:rotation': 'kms:DescribeKey' },
    })
    expect(requests).toHaveLength(1 + 4 + 2)
  })

  it('reads secrets by one list', async () => {
    const at = (text: string) => Date.parse(text) / 1000
    const { items } = await readAnswers('secrets', {
      ListSecrets: json({
        SecretList: [
          {
            ARN: 'arn:1',
            Name: 'used',
            LastAccessedDate: at('2026-11-20T00:00:00Z'),
            LastRotatedDate: at('2026-01-01T00:00:00Z'),
          },
          { ARN: 'arn:2', Name: 'unused', CreatedDate: at('2024-01-01T00:00:00Z') },
        ],
      }),
    })
    expect(attributesOf(items)).toEqual({
      used: { last_used: '2026-11-20T00:00:00.000Z', last_rotated: '2026-01-01T00:00:00.000Z', rotation: 'false' },
      unused: { last_used: 'never', last_changed: '2024-01-01T00:00:00.000Z', rotation: 'false' },
    })
  })
})
