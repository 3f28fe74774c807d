/** Resources of Azure: each is named in its block. */
import type { RemediationOrder, RemediationTarget } from '@kept/domain/remediation.ts'
import { settingOf, sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, type Identity, remove } from '../change.ts'

type Kind = 'function_app' | 'virtual_machine' | 'vm_scale_set' | 'managed_disk' | 'public_ip_address'

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
}
