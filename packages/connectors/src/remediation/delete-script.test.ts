import { describe, expect, it } from 'vitest'
import { deleteScriptFor } from './delete-script.ts'
import { targetOf } from './target-of.ts'

function commandsFor(id: string, name = 'old box'): string[] | undefined {
  const target = targetOf({ id, name, region: 'us-east-1' })
  return target ? deleteScriptFor(target)?.commands : undefined
}

describe('deleteScriptFor', () => {
  it.each([
    ['i-0abc12345678def90', 'create-image', 'terminate-instances'],
    ['arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc12345678def90', 'create-image', 'terminate-instances'],
    [
      '/subscriptions/11111111-1111-1111-1111-111111111111/resourceGroups/dev/providers/Microsoft.Compute/virtualMachines/box',
      'snapshot create',
      'vm delete',
    ],
    ['projects/p1/zones/europe-west1-b/instances/box', 'machine-images create', 'instances delete'],
    ['dev/deployment/box', 'kubectl get deployment', 'kubectl delete deployment'],
  ])('copies %s before it deletes it', (id, copy, remove) => {
    const [first = '', second = '', ...more] = commandsFor(id) ?? []
    expect(first).toContain(copy)
    expect(second).toContain(remove)
    expect(more).toEqual([])
  })

  it('quotes special characters in names', () => {
    const [first] = commandsFor('i-0abc12345678def90', '$(reboot); `x`') ?? []
    expect(first).toContain('--name -reboot-x--backup')
  })

  it('has no script for a queue', () => {
    expect(commandsFor('arn:aws:sqs:eu-west-1:123456789012:orders')).toBeUndefined()
  })
})
