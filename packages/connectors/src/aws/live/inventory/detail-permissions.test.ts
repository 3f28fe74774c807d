/** Permissions of details: published in the policy, and named by a check where one is missing. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { describe, expect, it } from 'vitest'
import { checkAccess } from '../check.ts'
import { readPolicy } from '../policy.ts'
import type { AwsSession } from '../session.ts'
import { json, jsonDenied, openAnswering, xml } from '../testing/answers.ts'

describe('permissions', () => {
  it('of details are in the policy, and a check names one that is missing', async () => {
    const published = readPolicy().Statement.flatMap(({ Action }) => Action)
    expect(published).toContain('s3:GetBucketVersioning')
    const { session } = openAnswering({
      GetCallerIdentity: xml('GetCallerIdentity', '<Account>111111111111</Account><Arn>arn:aws:iam::1:user/kept</Arn>'),
      ListQueues: json({ QueueUrls: ['https://sqs.us-east-1.amazonaws.com/111111111111/plain'] }),
      GetQueueAttributes: jsonDenied('sqs:GetQueueAttributes'),
      ListSecrets: jsonDenied('secretsmanager:ListSecrets'),
    })
    const tolerant = { ...session, call: failSoftly(session) }
    const { capabilities } = await checkAccess(tolerant, 'us-east-1')
    // Of a hundred resources, a check reads the details of three.
    const many = openAnswering({
      GetCallerIdentity: xml('GetCallerIdentity', '<Account>111111111111</Account><Arn>arn:aws:iam::1:user/kept</Arn>'),
      ListQueues: json({
        QueueUrls: Array.from({ length: 100 }, (_, index) => `https://sqs.us-east-1.amazonaws.com/1/${index}`),
      }),
      GetQueueAttributes: json({ Attributes: {} }),
      ListSecrets: json({}),
    })
    await checkAccess({ ...many.session, call: failSoftly(many.session) }, 'us-east-1')
    expect(many.requests.filter((name) => name === 'GetQueueAttributes')).toHaveLength(3)
    const missing = capabilities.flatMap((capability) => capability.missing)
    expect(missing).toEqual(['secretsmanager:ListSecrets', 'sqs:GetQueueAttributes'])
  })
})

/** Requests that nothing answers fail at once instead of being tried again. */
function failSoftly(session: AwsSession): AwsSession['call'] {
  const answered = /^sts:|^sqs:|^secretsmanager:ListSecrets$/
  return (action, region, send, limits) =>
    answered.test(action)
      ? session.call(action, region, send, limits)
      : Promise.reject(new SyncFailure('unavailable', 'not here', { action }))
}
