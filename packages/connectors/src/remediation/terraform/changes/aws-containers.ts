/** Container services and node groups of AWS. */
import { ecsNamesOf } from '../../aws/ecs-request.ts'
import { taskSizeOf } from '../../aws/ecs-size.ts'
import { settingOf, sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, set } from '../change.ts'

const inHistory = (noun: string) =>
  `How many ${noun} to start is in the history of the Terraform files. Revert the change there.`

export const awsContainers: ChangesOfKinds<'ecs_service' | 'eks_node_group'> = {
  ecs_service(order) {
    const { cluster, service } = ecsNamesOf(order.target)
    if (order.step === 'resize') {
      const { cpu, memory } = taskSizeOf(settingOf(order), order.target)
      return {
        types: ['aws_ecs_task_definition'],
        action: {
          do: 'set',
          settings: [
            { path: 'cpu', value: String(cpu) },
            { path: 'memory', value: String(memory) },
          ],
        },
        // The service does not say the family of its tasks.
        identities: [],
        importIds: [],
        caution: 'The service deploys the new revision: its tasks are replaced.',
      }
    }
    if (order.step === 'start' && order.size === undefined) return inHistory('tasks')
    const count = order.step === 'stop' ? 0 : order.step === 'throttle' ? 1 : sizeOf(order)
    return {
      types: ['aws_ecs_service'],
      action: set('desired_count', count, { conflicts: ['aws_appautoscaling_target'] }),
      identities: [decisive('name', service)],
      importIds: [`${cluster}/${service}`],
      caution: '',
    }
  },
  eks_node_group(order) {
    if (order.step === 'throttle')
      return 'Terraform has no attribute that pins a node group at its present size. Use the commands.'
    if (order.step === 'start' && order.size === undefined) return inHistory('nodes')
    const size = order.step === 'stop' ? 0 : sizeOf(order)
    const [, cluster = '', group = order.target.name] = /:nodegroup\/([\w-]+)\/([\w-]+)/.exec(order.target.id) ?? []
    return {
      types: ['aws_eks_node_group'],
      action: {
        do: 'set',
        settings: ['min_size', 'desired_size'].map((name) => ({ path: `scaling_config.${name}`, value: size })),
      },
      identities: [decisive('node_group_name', group)],
      importIds: [`${cluster}:${group}`],
      caution: 'A cluster autoscaler may raise the number again, up to max_size.',
    }
  },
}
