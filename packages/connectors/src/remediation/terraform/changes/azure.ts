/** Resources of Azure: each is named in its block. */
import type { RemediationOrder, RemediationTarget } from '@kept/domain/remediation.ts'
import { settingOf, sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, type Identity, remove } from '../change.ts'

type Kind =
  | 'function_app'
  | 'virtual_machine'
  | 'vm_scale_set'
  | 'managed_disk'
  | 'public_ip_address'
  | 'aks_node_pool'
  | 'sql_database'
  | 'aks_cluster'

function byName({ id }: RemediationTarget): { identities: Identity[]; importIds: string[] } {
  const group = /\/resourcegroups\/([^/]+)/i.exec(id)?.[1]
  return {
    identities: [
      { ...decisive('name', id.split('/').at(-1) ?? id), ignoresCase: true },
      ...(group ? [{ path: 'resource_group_name', value: group, isDecisive: false, ignoresCase: true as const }] : []),
    ],
    importIds: [id],
  }
}

/** Of resources whose block names what they belong to by a reference, not by its resource group. */
function byNameAlone(target: RemediationTarget): { identities: Identity[]; importIds: string[] } {
  const { identities, importIds } = byName(target)
  return { identities: identities.slice(0, 1), importIds }
}

const noPowerState = (name: string, attribute: string) =>
  `Terraform has no attribute that ${attribute} ${name}. Use the commands.`

export const azureChanges: ChangesOfKinds<Kind> = {
  function_app: () => noPowerState('a function app', 'stops, starts or slows'),
  virtual_machine(order: RemediationOrder) {
    if (order.step !== 'resize') return noPowerState('a virtual machine of Azure', 'deallocates or starts')
    return {
      types: ['azurerm_linux_virtual_machine', 'azurerm_windows_virtual_machine', 'azurerm_virtual_machine'],
      action: {
        do: 'set',
        settings: [{ path: 'size', pathIn: { azurerm_virtual_machine: 'vm_size' }, value: settingOf(order) }],
      },
      ...byName(order.target),
      caution: 'Azure restarts the virtual machine to change its size.',
    }
  },
  vm_scale_set(order) {
    if (order.step !== 'scale') return noPowerState('a scale set', 'stops, starts or pins')
    return {
      types: [
        'azurerm_linux_virtual_machine_scale_set',
        'azurerm_windows_virtual_machine_scale_set',
        'azurerm_orchestrated_virtual_machine_scale_set',
      ],
      action: {
        do: 'set',
        settings: [{ path: 'instances', value: sizeOf(order) }],
        conflicts: ['azurerm_monitor_autoscale_setting'],
      },
      ...byName(order.target),
      caution: '',
    }
  },
  managed_disk: ({ target }) => ({
    types: ['azurerm_managed_disk'],
    action: remove('azurerm_virtual_machine_data_disk_attachment'),
    ...byName(target),
    caution: 'Terraform deletes the disk without a backup. Take a snapshot before you apply it.',
  }),
  public_ip_address: ({ target }) => ({
    types: ['azurerm_public_ip'],
    action: remove(),
    ...byName(target),
    caution: 'The address is lost: Azure rarely returns the same one.',
  }),
  aks_node_pool(order) {
    if (order.step === 'throttle')
      return 'Terraform has no attribute that pins a node pool at its present size. Use the commands.'
    if (order.step === 'start' && order.size === undefined)
      return 'How many nodes to start is in the history of the Terraform files. Revert the change there.'
    return {
      types: ['azurerm_kubernetes_cluster_node_pool'],
      action: {
        do: 'set',
        settings: [
          { path: 'auto_scaling_enabled', value: false },
          { path: 'node_count', value: order.step === 'stop' ? 0 : sizeOf(order) },
        ],
        removes: ['min_count', 'max_count'],
      },
      ...byNameAlone(order.target),
      caution: '',
    }
  },
  aks_cluster: () => noPowerState('a cluster of AKS', 'stops or starts'),
  sql_database: (order) => ({
    types: ['azurerm_mssql_database'],
    action: { do: 'set', settings: [{ path: 'sku_name', value: settingOf(order) }] },
    ...byNameAlone(order.target),
    caution: 'Azure closes all connections for some seconds when it moves the database.',
  }),
}
