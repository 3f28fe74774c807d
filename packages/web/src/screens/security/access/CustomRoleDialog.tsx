import { customRolePermissions } from '@kept/domain/custom-role.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useState } from 'react'
import { useMe } from '../../../shell/useMe.ts'
import { accessAreas } from '../access-areas.ts'

export interface EditedRole {
  /** Absent for a new role. */
  id?: string | undefined
  name: string
  description: string
  permissions: Permission[]
}

interface CustomRoleDialogProps {
  role: EditedRole
  isBusy: boolean
  failure: string | null
  onSave(role: EditedRole): void
  onClose(): void
}

/** The name of a custom role and its permissions, by area. What the user does not have cannot be added. */
export function CustomRoleDialog({ role, isBusy, failure, onSave, onClose }: CustomRoleDialogProps) {
  const own = useMe().data?.permissions ?? []
  const [edited, setEdited] = useState(role)
  const change = (part: Partial<EditedRole>) => setEdited({ ...edited, ...part })
  const isIncomplete = edited.name.trim() === '' || edited.permissions.length === 0
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={role.id ? 'Edit role' : 'Create role'}
      description="Users with this role can do exactly this, and what you grant them beyond it."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" isBusy={isBusy} disabled={isIncomplete} onClick={() => onSave(edited)}>
            {role.id ? 'Save' : 'Create role'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure && <Notice tone="leak">{failure}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Name"
            value={edited.name}
            maxLength={60}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Input
            label="Description"
            value={edited.description}
            maxLength={200}
            onChange={({ target }) => change({ description: target.value })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          {accessAreas.map(({ label, prefixes }) => (
            <fieldset key={label}>
              <legend className="mb-1 text-small text-soft">{label}</legend>
              {customRolePermissions
                .filter((permission) => prefixes.includes(permission.split(':')[0] ?? ''))
                .map((permission) => (
                  <Checkbox
                    key={permission}
                    checked={edited.permissions.includes(permission)}
                    disabled={!own.includes(permission) && !role.permissions.includes(permission)}
                    onChange={(checked) =>
                      change({
                        permissions: customRolePermissions.filter((other) =>
                          other === permission ? checked : edited.permissions.includes(other),
                        ),
                      })
                    }
                  >
                    {permission}
                  </Checkbox>
                ))}
            </fieldset>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
