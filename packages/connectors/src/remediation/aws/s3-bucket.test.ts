/** Kept's lifecycle rule beside those of others, against a bucket of our own. moto has the rest of it. */
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import { describe, expect, it } from 'vitest'
import { changeTargetOf } from '../change-target.ts'
import { openPort } from '../port.ts'
import type { CloudRequest } from '../remedy.ts'

const expiring = '<Rule><ID>logs</ID><Filter><Prefix>a&amp;b/</Prefix></Filter><Status>Enabled</Status></Rule>'
const moving =
  '<Rule><ID>cold</ID><Filter/><Status>Enabled</Status><Transition><Days>1</Days><StorageClass>GLACIER</StorageClass></Transition></Rule>'

function order(id: string, size?: number): RemediationOrder {
  const target = changeTargetOf('aws', { id, name: '', region: 'eu-west-1', account: '111122223333', tags: {} })
  if (!target) throw new Error(`no target: ${id}`)
  return { target, step: 'set_lifecycle', ...(size !== undefined && { size }) }
}

function open(rules: string) {
  const sent: { method: string; url: string; body: string; headers: Record<string, string> }[] = []
  let lifecycle = rules
  const send: CloudRequest = async (request) => {
    if (request.method === 'PUT') lifecycle = /<Rule>.*<\/Rule>/.exec(request.body)?.[0] ?? ''
    if (request.method === 'DELETE') lifecycle = ''
    if (request.method !== 'GET') {
      sent.push(request)
      return { status: 204, text: '' }
    }
    return lifecycle === ''
      ? { status: 404, text: '<Error><Code>NoSuchLifecycleConfiguration</Code><Message>None.</Message></Error>' }
      : { status: 200, text: `<?xml version="1.0"?>\n<LifecycleConfiguration>${lifecycle}</LifecycleConfiguration>` }
  }
  return { port: openPort('aws', send), sent, rules: () => lifecycle }
}

describe('the lifecycle of a bucket', () => {
  it.each(['cold-data', 'arn:aws:s3:::cold-data'])('is set and removed for %s, in its own account only', async (id) => {
    const { port, sent, rules } = open('')
    const plan = await port.plan(order(id))
    expect(plan.description).toBe(
      'cold-data is a bucket whose objects stay in their class and will be a bucket that moves objects to infrequent access after 30 days.',
    )
    expect(plan.undo_price).toContain('$0.01 for 1,000 objects')
    const receipt = await port.apply(plan, '2026-06-10T09:00:00Z')
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      url: 'https://s3.eu-west-1.amazonaws.com/cold-data?lifecycle',
      headers: { 'x-amz-expected-bucket-owner': '111122223333' },
    })
    expect(await port.verify(receipt)).toMatchObject({ verified: true })
    expect(await port.revert(receipt)).toMatchObject({ undone: true })
    expect([sent[1]?.method, rules()]).toEqual(['DELETE', ''])
  })

  it('keeps the rules of others as they were', async () => {
    const { port, rules } = open(expiring)
    const receipt = await port.apply(await port.plan(order('cold-data', 45)), '2026-06-10T09:00:00Z')
    expect(rules()).toContain(expiring)
    expect(rules()).toContain('<Days>45</Days><StorageClass>STANDARD_IA</StorageClass>')
    expect(await port.revert(receipt)).toMatchObject({ undone: true })
    expect(rules()).toBe(expiring)
  })

  it.each([
    ['another rule moves objects', moving, undefined, 'moves objects already'],
    ['a prefix ends with a space', expiring.replace('b/', 'b/ '), undefined, 'begins or ends with a space'],
    ['it would be earlier than AWS allows', '', 7, 'after 30 days at the earliest'],
  ])('changes nothing when %s', async (_case, rules, size, sentence) => {
    const { port, sent } = open(rules)
    await expect(port.plan(order('cold-data', size))).rejects.toThrow(sentence)
    expect(sent).toEqual([])
  })

  it('takes no other resource for a bucket', () => {
    const kindOf = (id: string) =>
      changeTargetOf('aws', { id, name: '', region: 'eu-west-1', account: '', tags: {} })?.kind
    expect(kindOf('i-0aaaaaaaaaaaaaaaa')).toBe('ec2_instance')
    expect(kindOf('vol-0aaaaaaaaaaaaaaaa')).toBe('ebs_volume')
    expect(kindOf('arn:aws:ec2:eu-west-1:111122223333:natgateway/nat-1')).toBeUndefined()
  })
})
