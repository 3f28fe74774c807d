/** Instances, groups, functions, queues and databases of AWS. */
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import { arnOf } from '../../aws/address.ts'
import { settingOf, sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, set } from '../change.ts'
import { awsContainers } from './aws-containers.ts'
import { byNameTag, lastPartOf } from './identify-aws.ts'

type Kind =
  | 'ec2_instance'
  | 'auto_scaling_group'
  | 'lambda_function'
  | 'event_source_mapping'
  | 'sqs_queue'
  | 'rds_instance'
  | 'redshift_cluster'
  | 'dynamodb_table'
  | 'ecs_service'
  | 'eks_node_group'

const rdsAction = ({ step }: RemediationOrder) => ({
  do: 'declare' as const,
  type: 'aws_rds_instance_state',
  reference: { attribute: 'identifier', referred: 'identifier' },
  settings: [{ path: 'state', value: step === 'stop' ? 'stopped' : 'available' }],
})

export const awsMachines: ChangesOfKinds<Kind> = {
  ...awsContainers,
  ec2_instance(order) {
    const common = { types: ['aws_instance'], ...byNameTag(order.target) }
    if (order.step === 'resize')
      return {
        ...common,
        action: set('instance_type', settingOf(order)),
        caution: 'Terraform stops the instance for a few minutes to change its type.',
      }
    return {
      ...common,
      action: {
        do: 'declare',
        type: 'aws_ec2_instance_state',
        reference: { attribute: 'instance_id', referred: 'id' },
        settings: [{ path: 'state', value: order.step === 'start' ? 'running' : 'stopped' }],
      },
      caution: 'The disks and Elastic IP addresses of a stopped instance are charged as before.',
    }
  },
  auto_scaling_group(order) {
    if (order.step === 'throttle')
      return 'Terraform has no attribute that pins an Auto Scaling group at its present size. Use the commands.'
    const { target } = order
    const size = order.step === 'stop' ? 0 : sizeOf(order)
    const name = target.id.split('autoScalingGroupName/').at(-1) ?? target.name
    return {
      types: ['aws_autoscaling_group'],
      action: {
        do: 'set',
        settings: ['min_size', 'desired_capacity'].map((path) => ({ path, value: size })),
        conflicts: ['aws_autoscaling_schedule'],
      },
      identities: [decisive('name', name)],
      importIds: [name],
      caution: 'Scaling policies of the group may raise the size again, up to max_size.',
    }
  },
  lambda_function(order) {
    const { target, step } = order
    const [, , , , , , name = target.name] = target.id.split(':')
    const action =
      step === 'resize'
        ? set('memory_size', sizeOf(order))
        : set('reserved_concurrent_executions', step === 'scale' ? sizeOf(order) : 0)
    return {
      types: ['aws_lambda_function'],
      action,
      identities: [decisive('function_name', name)],
      importIds: [name],
      caution: step === 'stop' ? 'Its event source mappings stay enabled. Set enabled = false in them.' : '',
    }
  },
  event_source_mapping: ({ target, step }) => ({
    types: ['aws_lambda_event_source_mapping'],
    action: set('enabled', step === 'start'),
    // Its id is given by AWS: only an import block or a tag of the resource names it.
    identities: [],
    importIds: [lastPartOf(target.id)],
    caution: '',
  }),
  sqs_queue: ({ target, step }) => ({
    types: ['aws_sqs_queue'],
    action: set('delay_seconds', 900),
    identities: [decisive('name', lastPartOf(target.id))],
    importIds: [],
    caution: step === 'stop' ? 'The event source mappings that read the queue stay enabled.' : '',
  }),
  rds_instance(order) {
    const name = lastPartOf(order.target.id)
    const common = { identities: [decisive('identifier', name)], importIds: [name] }
    if (order.step === 'resize')
      return {
        ...common,
        types: ['aws_db_instance', 'aws_rds_cluster_instance'],
        action: set('instance_class', settingOf(order)),
        caution:
          'Without apply_immediately = true, AWS changes the class in the next maintenance window. The database is not available for some minutes then.',
      }
    return {
      ...common,
      types: ['aws_db_instance'],
      action: rdsAction(order),
      caution: 'AWS starts a stopped database after seven days. The next apply stops it again.',
    }
  },
  redshift_cluster: () =>
    'Terraform has no attribute that pauses a Redshift cluster, only schedules (aws_redshift_scheduled_action). Use the commands.',
  dynamodb_table({ target }) {
    const name = arnOf(target.id)?.resource.split('/')[1] ?? target.name
    return {
      types: ['aws_dynamodb_table'],
      action: set('billing_mode', 'PAY_PER_REQUEST', {
        removes: [
          'read_capacity',
          'write_capacity',
          'global_secondary_index.read_capacity',
          'global_secondary_index.write_capacity',
        ],
        conflicts: ['aws_appautoscaling_target'],
      }),
      identities: [decisive('name', name)],
      importIds: [name],
      caution: '',
    }
  },
}
