/** Resources of Google Cloud: each is named in its block. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { partsOf } from '../../gcp/address.ts'
import { settingOf, sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, type Identity, remove, set } from '../change.ts'

type Kind =
  | 'cloud_run_service'
  | 'cloud_function'
  | 'instance_group'
  | 'compute_instance'
  | 'persistent_disk'
  | 'static_address'
  | 'cloud_sql_instance'
  | 'gke_node_pool'

function byName(target: RemediationTarget): { identities: Identity[]; importIds: string[] } {
  const parts = partsOf(target)
  const path = Object.entries(parts).map(([collection, name]) => `${collection}/${name}`)
  const name = Object.values(parts).at(-1) ?? target.name
  return {
    identities: [
      decisive('name', name),
      ...(parts.projects ? [{ path: 'project', value: parts.projects, isDecisive: false }] : []),
    ],
    importIds: [path.join('/'), Object.values(parts).join('/')],
  }
}

export const gcpChanges: ChangesOfKinds<Kind> = {
  cloud_run_service(order) {
    if (order.step === 'start')
      return 'What to scale back to is in the history of the Terraform files. Revert the change there.'
    const count = order.step === 'stop' ? 0 : order.step === 'throttle' ? 1 : sizeOf(order)
    return {
      types: ['google_cloud_run_v2_service'],
      action: {
        do: 'set',
        settings: [
          { path: 'scaling.scaling_mode', value: 'MANUAL' },
          { path: 'scaling.manual_instance_count', value: count },
        ],
      },
      ...byName(order.target),
      caution: '',
    }
  },
  cloud_function(order) {
    if (order.step === 'stop') return 'Terraform has no attribute that stops a function. Use the commands.'
    return {
      types: ['google_cloudfunctions2_function'],
      action: set('service_config.max_instance_count', order.step === 'throttle' ? 1 : sizeOf(order)),
      ...byName(order.target),
      caution: '',
    }
  },
  instance_group(order) {
    if (order.step === 'throttle')
      return 'Terraform has no attribute that pins an instance group at its present size. Use the commands.'
    return {
      types: ['google_compute_instance_group_manager', 'google_compute_region_instance_group_manager'],
      action: set('target_size', order.step === 'stop' ? 0 : sizeOf(order), {
        conflicts: ['google_compute_autoscaler', 'google_compute_region_autoscaler'],
      }),
      ...byName(order.target),
      caution: '',
    }
  },
  compute_instance(order) {
    const common = { types: ['google_compute_instance'], ...byName(order.target) }
    if (order.step !== 'resize')
      return {
        ...common,
        action: set('desired_status', order.step === 'start' ? 'RUNNING' : 'TERMINATED'),
        caution: 'The disks and static addresses of a stopped instance are charged as before.',
      }
    return {
      ...common,
      action: {
        do: 'set',
        settings: [
          { path: 'machine_type', value: settingOf(order) },
          // Without it, the provider refuses to change the type of a running instance.
          { path: 'allow_stopping_for_update', value: true },
        ],
      },
      caution: 'Terraform stops the instance for a few minutes to change its type.',
    }
  },
  // An order counts the nodes of the pool, and an autoscaler in the block would act against it.
  gke_node_pool: () =>
    'Terraform counts the nodes of each zone, and its file does not say in how many zones they are. Use the commands.',
  persistent_disk: ({ target }) => ({
    types: ['google_compute_disk'],
    action: remove('google_compute_attached_disk', 'google_compute_disk_resource_policy_attachment'),
    ...byName(target),
    caution: 'Terraform deletes the disk without a backup. Take a snapshot before you apply it.',
  }),
  static_address: ({ target }) => ({
    types: ['google_compute_address', 'google_compute_global_address'],
    action: remove(),
    ...byName(target),
    caution: 'The address is lost: Google Cloud rarely returns the same one.',
  }),
  cloud_sql_instance(order) {
    const common = { types: ['google_sql_database_instance'], ...byName(order.target) }
    if (order.step === 'resize')
      return {
        ...common,
        action: set('settings.tier', settingOf(order)),
        caution: 'Google Cloud restarts the database to change its tier.',
      }
    return {
      ...common,
      action: set('settings.activation_policy', order.step === 'start' ? 'ALWAYS' : 'NEVER'),
      caution: 'Its storage and address are charged as before.',
    }
  },
}
