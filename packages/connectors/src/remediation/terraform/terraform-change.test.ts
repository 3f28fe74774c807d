/** Every remedy has its Terraform: a change with a snippet that is HCL, or a sentence. */
import type { RemediationKind, RemediationOrder, RemedyStep } from '@kept/domain/remediation.ts'
import { describe, expect, it } from 'vitest'
import { allRemedies, changeRemedies } from '../remedies.ts'
import { readHcl } from './hcl/read.ts'
import { manualOf, snippetOf } from './snippet.ts'
import { terraformChangeOf } from './terraform-change.ts'

const ids: Partial<Record<string, string>> = {
  aws: 'arn:aws:any:us-east-1:123456789012:thing/it',
  azure: '/subscriptions/s/resourceGroups/g/providers/Microsoft.Any/things/it',
  gcp: 'projects/p/zones/z/instances/it',
  kubernetes: 'dev/deployment/it',
}
/** Its id names the cluster too, and its size is not a type. */
const services = { id: 'arn:aws:ecs:us-east-1:123456789012:service/shop/it', setting: '512-1024' }

const orders = [...allRemedies, ...changeRemedies].flatMap(({ kind, provider, steps }) =>
  steps.map((step): [string, RemediationOrder] => {
    const { id, setting } = kind === 'ecs_service' ? services : { id: ids[provider] ?? '', setting: 'm5.large' }
    const target = { provider, kind, id, name: 'it', region: '', account: '', tags: {} }
    return [`${step} of ${kind}`, { target, step, size: 3, setting }]
  }),
)

describe('terraformChangeOf', () => {
  it.each(orders)('%s is Terraform, or says why not', (_, order) => {
    const change = terraformChangeOf(order)
    if (typeof change === 'string') expect(change).toMatch(/^[A-Z].*\.$/)
    else {
      expect(manualOf(change)).toMatch(/\.$/)
      const snippet = snippetOf(change, 'My box #1').replace('{ ... }', '{}')
      const reading = readHcl(snippet)
      expect('body' in reading && reading.body.blocks.map(({ type }) => type)).toEqual(['resource'])
    }
  })

  it('says in a sentence what Terraform has no attribute for', () => {
    const sentences = orders.filter(([, order]) => typeof terraformChangeOf(order) === 'string').map(([name]) => name)
    expect(sentences.sort()).toMatchInlineSnapshot(`
      [
        "resize of daemonset",
        "resize of deployment",
        "resize of statefulset",
        "scale of gke_node_pool",
        "start of aks_cluster",
        "start of cloud_run_service",
        "start of function_app",
        "start of gke_node_pool",
        "start of redshift_cluster",
        "start of virtual_machine",
        "start of vm_scale_set",
        "stop of aks_cluster",
        "stop of cloud_function",
        "stop of function_app",
        "stop of gke_node_pool",
        "stop of redshift_cluster",
        "stop of virtual_machine",
        "stop of vm_scale_set",
        "throttle of aks_node_pool",
        "throttle of auto_scaling_group",
        "throttle of eks_node_group",
        "throttle of function_app",
        "throttle of gke_node_pool",
        "throttle of instance_group",
        "throttle of vm_scale_set",
      ]
    `)
  })

  it.each<[RemediationKind, RemedyStep, string]>([
    ['ec2_instance', 'resize', 'resource "aws_instance" "box" {\n  instance_type = "m5.large"\n}'],
    [
      'ec2_instance',
      'stop',
      'resource "aws_ec2_instance_state" "box" {\n  instance_id = aws_instance.box.id\n  state       = "stopped"\n}',
    ],
    ['ebs_volume', 'delete', '# Remove this block, and what refers to it.\nresource "aws_ebs_volume" "box" { ... }'],
  ])('writes %s, %s', (kind, step, snippet) => {
    const target = {
      provider: 'aws',
      kind,
      id: 'i-0abc12345678def90',
      name: 'box',
      region: '',
      account: '',
      tags: {},
    } as const
    const change = terraformChangeOf({ target, step, setting: 'm5.large' })
    expect(typeof change === 'string' ? change : snippetOf(change, 'box')).toBe(snippet)
  })
})
