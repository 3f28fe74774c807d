/** Which queues are encrypted, and who may call a function. */
import { describe, expect, it } from 'vitest'
import { attributesOf, json, jsonDenied, readAnswers } from '../testing/answers.ts'
import { isPublicPolicy } from './function-access.ts'

describe('queues and functions', () => {
  it('reads which queues are encrypted, and names what a queue refuses', async () => {
    const urls = ['safe', 'plain', 'closed'].map((name) => `https://sqs.us-east-1.amazonaws.com/111111111111/${name}`)
    const { items } = await readAnswers('queues', {
      ListQueues: json({ QueueUrls: urls }),
      GetQueueAttributes: ({ body }) =>
        body.includes('closed')
          ? jsonDenied('sqs:getqueueattributes')
          : json({ Attributes: { SqsManagedSseEnabled: String(body.includes('safe')) } }),
    })
    expect(attributesOf(items)).toMatchObject({ safe: { encrypted: 'true' }, plain: { encrypted: 'false' } })
    expect(Object.keys(items[2]?.attributes ?? {})).toEqual(['denied:encrypted'])
    expect(items[0]?.resource_id).toBe('arn:aws:sqs:us-east-1:111111111111:safe')
  })

  it('reads who may call a function', async () => {
    const { items } = await readAnswers('lambda', {
      ListFunctions: json({
        Functions: ['web', 'own'].map((name) => ({ FunctionName: name, FunctionArn: `arn:${name}` })),
      }),
      GetPolicy: ({ url }) =>
        url.pathname.includes('/own/')
          ? { ...json({ Message: 'none' }), status: 404, headers: { 'x-amzn-errortype': 'ResourceNotFoundException' } }
          : json({ Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*' }] }) }),
    })
    expect(items.map(({ attributes }) => attributes.public)).toEqual(['true', 'false'])
  })

  const statement = (Principal: unknown, Condition?: object) =>
    JSON.stringify({ Statement: [{ Effect: 'Allow', Principal, Condition }] })
  it.each([
    [statement({ AWS: '*' }), true],
    [statement('*', { StringEquals: { 'lambda:FunctionUrlAuthType': 'NONE' } }), true],
    [statement('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }), false],
    [statement({ Service: 's3.amazonaws.com' }), false],
    [JSON.stringify({ Statement: { Effect: 'Deny', Principal: '*' } }), false],
    ['not JSON', undefined],
  ])('a policy %s', (policy, isPublic) => {
    expect(isPublicPolicy(policy)).toBe(isPublic)
  })
})
